import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawSprite } from '../../scripts/icon-sprite.ts';
import { ICON_NAMES } from '../../src/web/ui/icon-names.ts';

const WEB = join(import.meta.dirname, '../../src/web');
const LIST = 'ui/icon-names.ts';

test('Every icon of the list is shown somewhere, so that nobody loads one for nothing', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: WEB })
    .filter((path) => path !== LIST)
    .map((path) => readFileSync(join(WEB, path), 'utf8'))
    .filter((source) => /ui\/icon\.tsx|\.\/icon\.tsx|icon[:=]/u.test(source))
    .join('\n');
  expect(ICON_NAMES.filter((name) => !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`))).toEqual([]);
});

test('The file with all icons has the shapes of each, once', async () => {
  const sprite = await drawSprite();
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><(?:path|circle|rect|line|polyline|polygon|ellipse) /gu)].map(([, name]) => name);
  expect(drawn).toEqual([...ICON_NAMES]);
  expect(sprite).not.toContain('undefined');
});
