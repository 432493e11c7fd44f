// Loaded before a program; prints at its exit which packages it used.
import { registerHooks } from 'node:module';

const packages = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(url) ?? [];
    if (name) packages.add(name);
    return next(url, context);
  },
});
process.on('exit', () => process.stderr.write(`packages: ${[...packages].join(' ')}\n`));
