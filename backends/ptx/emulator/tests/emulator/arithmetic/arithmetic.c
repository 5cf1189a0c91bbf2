// Arithmetic as a compiler writes it: every operation of C on every type, into an array.
//
// This file is both programs: compiled for a device it is the kernel `k` (clang -x cuda
// -nocudainc -nocudalib --cuda-device-only -S -O2 -ffp-contract=off --cuda-gpu-arch=sm_90),
// and for the host it writes what goes in and what has to come out (clang -O1
// -ffp-contract=off -Xclang -ffloat16-excess-precision=none -Xclang
// -fbfloat16-excess-precision=none; `in.bin` and `out.bin`).

#ifdef __CUDA__
#define D __attribute__((device)) static inline
#else
#include <stdio.h>
#include <stdlib.h>
#define D static
#endif

typedef _Float16 h;
typedef __bf16 b;
typedef unsigned u;
typedef long long ll;
typedef unsigned long long ull;
typedef h h2 __attribute__((ext_vector_type(2)));
typedef b b2 __attribute__((ext_vector_type(2)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef struct { int i; u v; ll l; ull m; short s; unsigned char c; float f, g; double d, e; h x, y; b p, q; h2 hx, hy; b2 bx, by; s2 sx, sy;} In;
typedef struct { ll r[80]; double d[40]; float f[40]; h x[24]; b y[24]; h2 z[8]; b2 w[8]; s2 s[8]; } Out;

D void body(const In*in, Out*o){
  In a=*in;
  int n=0; 
  ll*r=o->r;
  r[n++]=a.i/(int)(a.v|1)+a.i%7;
  r[n++]=a.v/10u+(a.v%13u);
  r[n++]=a.l/(ll)(a.m|1)*3-(a.l%(a.i|1));
  r[n++]=a.m/1000ull+(a.m>>(a.i&63));
  r[n++]=(short)(a.s*3+(a.s>>2));
  r[n++]=(unsigned char)(a.c+200);
  r[n++]=__builtin_popcount(a.v)+__builtin_clz(a.v|1)*100+__builtin_ctz(a.v|0x10000)*10000;
  r[n++]=__builtin_bitreverse32(a.v);
  r[n++]=__builtin_bswap32(a.v);
  r[n++]=__builtin_popcountll(a.m)+100*__builtin_clzll(a.m|1);
  r[n++]=__builtin_bitreverse64(a.m);
  r[n++]=__builtin_bswap64(a.m);
  r[n++]=__builtin_rotateleft32(a.v,a.i&31);
  r[n++]=__builtin_rotateleft64(a.m,13);
  r[n++]=__builtin_elementwise_abs(a.i);
  r[n++]=__builtin_elementwise_max(a.l,(ll)a.i);
  r[n++]=__builtin_elementwise_min(a.i,(int)a.v);
  r[n++]=__builtin_elementwise_max(a.s,(short)a.c);
  r[n++]=__builtin_elementwise_add_sat(a.i,(int)a.v);
  unsigned __int128 mm=(unsigned __int128)a.m*(ull)a.l;
  r[n++]=(ll)(mm>>64);
  __int128 q=(__int128)a.l*a.i;
  q+=mm;
  q-=a.v;
  r[n++]=(ll)(q>>3);
  r[n++]=(ll)(q>>70);
  r[n++]=(int)a.f;
  r[n++]=(u)__builtin_fabsf(a.f);
  r[n++]=(ll)a.d;
  r[n++]=(ull)__builtin_fabs(a.d);
  r[n++]=(int)a.x;
  r[n++]=(short)(int)a.g;
  r[n++]=(int)a.d;
  r[n++]=(ll)a.f;
  r[n++]=(int)(float)a.p;
  r[n++]=(a.f<a.g)+2*(a.f==a.f)+4*(a.d>=a.e)+8*(a.x!=a.y)+16*(a.p>a.q)+32*(a.i<(int)a.v)+64*(a.v<(u)a.i)+128*(a.l>(ll)a.m)+256*(a.s<a.c);
  r[n++]=(a.v&0xff00)>>8|(a.v<<24);
  r[n++]=((a.v>>5)&0x3ff);
  r[n++]=(a.i<<20)>>25;
  r[n++]=(a.v&~0xff0u)|((a.i&0xff)<<4);
  r[n++]=(a.i^a.v)|(a.i&~a.s);
  r[n++]=a.i>0?a.s:a.c;
  r[n++]=a.i*(ll)a.s+a.l;
  r[n++]=a.l<<(a.c&63);
  r[n++]=a.l>>(a.c&63); 
  n=0;
  double*d=o->d;
  double w=a.d;
  d[n++]=w/a.e;
  d[n++]=__builtin_sqrt(__builtin_fabs(w));
  d[n++]=__builtin_floor(w);
  d[n++]=__builtin_ceil(w);
  d[n++]=__builtin_trunc(w);
  d[n++]=__builtin_rint(w);
  d[n++]=__builtin_fma(w,a.e,w);
  d[n++]=__builtin_fmax(w,a.e);
  d[n++]=__builtin_fmin(w,a.e);
  d[n++]=(double)a.i;
  d[n++]=(double)a.l;
  d[n++]=(double)a.m;
  d[n++]=(double)a.f;
  d[n++]=(double)a.x;
  d[n++]=w*a.e+a.e;
  d[n++]=w-a.e;
  d[n++]=-w;
  d[n++]=__builtin_copysign(w,a.e);
  d[n++]=(double)a.v;
  n=0;
  float*f=o->f;
  float v=a.f;
  f[n++]=v/a.g;
  f[n++]=__builtin_sqrtf(__builtin_fabsf(v));
  f[n++]=__builtin_floorf(v);
  f[n++]=__builtin_ceilf(v);
  f[n++]=__builtin_truncf(v);
  f[n++]=__builtin_rintf(v);
  f[n++]=__builtin_roundevenf(v);
  f[n++]=__builtin_fmaf(v,a.g,v);
  f[n++]=__builtin_fmaxf(v,a.g);
  f[n++]=__builtin_fminf(v,a.g);
  f[n++]=(float)a.i;
  f[n++]=(float)a.v;
  f[n++]=(float)a.l;
  f[n++]=(float)a.m;
  f[n++]=(float)a.d;
  f[n++]=(float)a.x;
  f[n++]=(float)a.p;
  f[n++]=v*a.g+1.5f;
  f[n++]=__builtin_copysignf(v,a.g);
  f[n++]=__builtin_fabsf(v);
  f[n++]=(float)a.c;
  f[n++]=(float)a.s;
  n=0;
  h*x=o->x;
  x[n++]=a.x*a.y;
  x[n++]=a.x+a.y;
  x[n++]=a.x-a.y;
  x[n++]=a.x/a.y;
  x[n++]=(h)a.f;
  x[n++]=(h)a.d;
  x[n++]=(h)a.s;
  x[n++]=-a.x;
  x[n++]=a.x<a.y?a.x:a.y;
  x[n++]=__builtin_elementwise_abs(a.x);
  x[n++]=(h)a.c;
  x[n++]=(h)(float)a.p;
  n=0;
  b*y=o->y;
  y[n++]=a.p*a.q;
  y[n++]=a.p+a.q;
  y[n++]=a.p-a.q;
  y[n++]=(b)a.f;
  y[n++]=-a.p;
  y[n++]=a.p<a.q?a.p:a.q;
  y[n++]=(b)(float)a.x;
  y[n++]=(b)(float)a.s;
  n=0;
  o->z[n++]=a.hx*a.hy;
  o->z[n++]=a.hx+a.hy;
  o->z[n++]=a.hx-a.hy;
  n=0;
  o->w[n++]=a.bx*a.by;
  o->w[n++]=a.bx+a.by;
  o->w[n++]=a.bx-a.by;
  n=0;
  o->s[n++]=a.sx+a.sy;
  o->s[n++]=__builtin_elementwise_max(a.sx,a.sy);
  o->s[n++]=__builtin_elementwise_min(a.sx,a.sy); }

#ifdef __CUDA__
extern "C" __attribute__((global)) void k(const In*a,Out*o){
  int i=__nvvm_read_ptx_sreg_tid_x()+256*__nvvm_read_ptx_sreg_ctaid_x();
  body(a+i,o+i);}
#else
static ull st=88172645463325252ull;
  static ull rnd(){ st^=st<<13;
  st^=st>>7;
  st^=st<<17;
  return st; }
static double fr(){ int e=(int)(rnd()%40)-20;
  double m=(double)(rnd()>>11)/(1ull<<53)+0.5;
  return ((rnd()&1)?-1:1)*m*(e<0?1.0/(1ull<<-e):(double)(1ull<<e)); }
static double sm(){ int e=(int)(rnd()%20)-14;
  double m=(double)(rnd()>>11)/(1ull<<53)+0.5;
  return ((rnd()&1)?-1:1)*m*(e<0?1.0/(1ull<<-e):(double)(1ull<<e)); }
int main(){ int N=16; In*a=calloc(N,sizeof(In)); Out*o=calloc(N,sizeof(Out));
  for(int i=0;
  i<N;
  i++){ a[i].i=rnd()>>(32+rnd()%20);
  a[i].v=rnd()>>(rnd()%31);
  a[i].l=rnd()>>(rnd()%50);
  if(rnd()&1)a[i].l=-a[i].l;
  a[i].m=rnd();
  a[i].s=rnd();
  a[i].c=rnd();
  a[i].f=fr();
  a[i].g=fr();
  a[i].d=fr();
  a[i].e=fr();
  if(i%16==0) a[i].f=(float)((int)(rnd()%100)-50)*0.5f;
  if(i%16==1) a[i].d=(double)((int)(rnd()%100)-50)*0.5;
  a[i].x=sm();
  a[i].y=sm();
  a[i].p=sm();
  a[i].q=sm();
  for(int k=0;
  k<2;
  k++){a[i].hx[k]=sm();
  a[i].hy[k]=sm();
  a[i].bx[k]=sm();
  a[i].by[k]=sm();
  a[i].sx[k]=rnd();
  a[i].sy[k]=rnd();} body(a+i,o+i);} FILE*f=fopen("in.bin","wb");
  fwrite(a,sizeof(In),N,f);
  fclose(f);
  f=fopen("out.bin","wb");
  fwrite(o,sizeof(Out),N,f);
  fclose(f);
  printf("%zu %zu\n",sizeof(In),sizeof(Out)); }
#endif
