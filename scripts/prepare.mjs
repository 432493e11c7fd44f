// Fills the compile cache in a process of its own: compiling takes memory that the shop's process need not hold.
import module from 'node:module';

module.enableCompileCache(process.argv[2]);
process.argv.push('--prepare');
await import('../dist/app/main.js');
process.exit(0);
