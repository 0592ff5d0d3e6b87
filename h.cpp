#include <cstdio>
#define H(n) extern "C" void n(void*a){ fprintf(stderr,#n " %p\n",a);}
H(__tsan_read1)H(__tsan_read2)H(__tsan_read4)H(__tsan_read8)H(__tsan_read16)H(__tsan_write1)H(__tsan_write2)H(__tsan_write4)H(__tsan_write8)H(__tsan_write16)
H(__tsan_unaligned_read2)H(__tsan_unaligned_read4)H(__tsan_unaligned_read8)H(__tsan_unaligned_read16)H(__tsan_unaligned_write4)H(__tsan_unaligned_write8)H(__tsan_unaligned_write16)H(__tsan_func_entry)
H(__tsan_vptr_read)
extern "C" void __tsan_init(){} extern "C" void __tsan_func_exit(){} extern "C" void __tsan_read_range(void*a,unsigned long n){fprintf(stderr,"range %p %lu\n",a,n);} extern "C" void __tsan_write_range(void*a,unsigned long n){}
