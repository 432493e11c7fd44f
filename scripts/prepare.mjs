// Fills the cache of prepared server code, in a process that ends: preparing takes memory which the shop's own process need not hold.
import module from 'node:module';

module.enableCompileCache(process.argv[2]);
process.argv.push('--prepare');
await import('../src/server/main.ts');
process.exit(0);
