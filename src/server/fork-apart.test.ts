import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'redial-apart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REPORTING = "import { getPriority } from 'node:os'; process.send(getPriority()); process.disconnect();";

test('A process apart has a lower priority than the shop, also where the shop’s own is low', async () => {
  const script = join(folder, 'reporting.mjs');
  writeFileSync(script, REPORTING);
  const shop = join(folder, 'shop.mjs');
  const [module, url] = [new URL('./fork-apart.ts', import.meta.url), pathToFileURL(script)];
  writeFileSync(
    shop,
    `import { getPriority } from 'node:os';
import { forkApart } from '${module}';
const child = await forkApart(new URL('${url}'), 64);
child.on('message', (priority) => console.log(JSON.stringify([getPriority(), priority])));`,
  );
  const { stdout } = await promisify(execFile)('nice', ['-n', '7', process.execPath, '--disable-warning=ExperimentalWarning', shop]);
  const [shops, childs] = JSON.parse(stdout) as [number, number];
  expect([shops >= 7, childs]).toEqual([true, Math.min(shops + 5, 19)]);
});
