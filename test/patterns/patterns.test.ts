import { describe, expect, test } from 'vitest';
import { findPatterns } from '../../scripts/patterns/find-patterns.ts';
import { judgePatterns } from '../../scripts/patterns/judge-patterns.ts';

function found(source: string) {
  return findPatterns('planted.ts', source);
}

describe('The check of regular expressions', () => {
  test('Finds a planted quadratic pattern, however it is written', async () => {
    const source = String.raw`
      import { other } from './other.ts';
      const SPACES = String.raw${'`'}\s*${'`'};
      const one = /^(us)?\s*\$|\s*(\$|usd)$/giu;
      function two(text: string): boolean { return new RegExp(${'`'}${'$'}{SPACES}x$${'`'}, 'u').test(text); }
      const three = (text: string) => text.replace(RegExp('\\d+' + '$', 'g'), '');
      const COPY = new RegExp(one.source, 'u');
      const harmless = /^[a-z]{1,20}$/u;`;
    const patterns = found(source);
    expect(patterns).toEqual([
      { line: 4, pattern: String.raw`^(us)?\s*\$|\s*(\$|usd)$`, flags: 'giu' },
      { line: 5, pattern: String.raw`\s*x$`, flags: 'u' },
      { line: 6, pattern: String.raw`\d+$`, flags: 'g' },
      { line: 7, pattern: String.raw`^(us)?\s*\$|\s*(\$|usd)$`, flags: 'u' },
      { line: 8, pattern: '^[a-z]{1,20}$', flags: 'u' },
    ]);
    const verdicts = await judgePatterns(patterns.map(({ pattern, flags }) => ({ pattern: pattern ?? '', flags })));
    expect(verdicts.map(({ status }) => status)).toEqual(['vulnerable', 'vulnerable', 'vulnerable', 'vulnerable', 'safe']);
  });

  test('Reports a pattern that is built at run time as unknown', () => {
    expect(found('const make = (word: string) => new RegExp("^" + word + "$", "u");')).toEqual([{ line: 1, pattern: null, flags: 'u' }]);
    expect(found('import { WORD } from "./word.ts";\nexport const it = RegExp(WORD);')).toEqual([{ line: 2, pattern: null, flags: '' }]);
    expect(found('let word = "a"; export const it = new globalThis.RegExp(word);')).toEqual([{ line: 1, pattern: null, flags: '' }]);
  });

  test('Checks patterns in classes and markup, and ignores texts that look like one', () => {
    const source = 'class It { static #shape = /a/u; }\nexport const Row = () => <p title={join`x`(/b/u)}>{"/c/"}</p>;';
    expect(findPatterns('row.tsx', source).map(({ pattern }) => pattern)).toEqual(['a', 'b']);
  });
});
