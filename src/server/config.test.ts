import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig, settingNames } from './config.ts';

const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
/** What the example file would say with all its settings taken in. */
const shown = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gmu, '')) as Record<string, string>;
/** Says how Node runs, for all its programs; the file only mentions it. */
const NODES_OWN = 'NODE_ENV';

describe('.env.example', () => {
  it('shows every setting that is read, and no other', () => {
    expect(Object.keys(shown).sort()).toEqual(settingNames.filter((name) => name !== NODES_OWN).sort());
    expect(text).toContain(NODES_OWN);
  });

  it('changes nothing until a line is taken in', () => {
    expect(parseEnv(text)).toEqual({});
  });

  it('is a configuration that the shop takes, with the defaults where there are some', () => {
    const [taken, plain] = [readConfig(shown), readConfig({})];
    const defaults = ['port', 'host', 'dataDir', 'shopName', 'contact', 'demo', 'payments', 'logLevel'] as const satisfies (keyof Config)[];
    for (const name of defaults) expect([name, taken[name]]).toEqual([name, plain[name]]);
  });
});
