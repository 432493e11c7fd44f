// Loaded before a program; prints at its exit which packages it used, from files of their own or as part of a built one.
import { registerHooks } from 'node:module';

const OWN_FILE = /node_modules\/((?:@[^/]+\/)?[^/]+)/u;
const BUILT = /^\/\/ Packages: (.*)$/mu;

const packages = new Set();
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const built = url.includes('/dist/app/') ? BUILT.exec(String(loaded.source))?.[1] : undefined;
    for (const name of built?.split(' ') ?? [OWN_FILE.exec(url)?.[1]]) if (name) packages.add(name);
    return loaded;
  },
});
process.on('exit', () => process.stderr.write(`packages: ${[...packages].join(' ')}\n`));
