import { rmSync } from 'node:fs';

/** Loaded into a shop before its own code: ends it once the process that started it is gone, which closes its input, and then removes its data. */
process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM')).resume();
process.on('exit', () => rmSync(process.env.DATA_DIR ?? '', { recursive: true, force: true }));
