import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG, ON_ONE_ENGINE, OWN_POSTGRES, QUICK_JOURNEYS, QUICK_ON_POSTGRES, TO_POSTGRES, WITH_POSTGRES } from '../parts.ts';

const cwd = join(import.meta.dirname, '../..');

test.each([...LONG, ...ON_ONE_ENGINE, ...QUICK_ON_POSTGRES, ...QUICK_JOURNEYS, OWN_POSTGRES, TO_POSTGRES, WITH_POSTGRES])(
  '%s still names tests: what was renamed is not left out in silence',
  (pattern) => {
    const found = [pattern, `${pattern}/**`].flatMap((one) => globSync(one, { cwd })).filter((file) => file.endsWith('.test.ts'));
    expect(found).not.toEqual([]);
  },
);
