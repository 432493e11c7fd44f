import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOWED_PATTERNS } from './patterns/allowed-patterns.ts';
import { findPatterns } from './patterns/find-patterns.ts';
import { judgePatterns, type Pattern, type Verdict } from './patterns/judge-patterns.ts';

/** Fails when a regular expression below `src` may take more than linear time, unless it is listed with a reason. */
const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.(?:test|suite)\.tsx?$/u.test(file));

type Seen = { file: string; line: number; pattern: string | null; flags: string };

const seen: Seen[] = files.flatMap((file) => findPatterns(file, readFileSync(join(root, file), 'utf8')).map((found) => ({ file, ...found })));

function isAllowed({ file, pattern }: Seen): boolean {
  return ALLOWED_PATTERNS.some((allowed) => allowed.file === file && allowed.pattern === pattern);
}

const toJudge = seen.filter((one): one is Seen & Pattern => one.pattern !== null && !isAllowed(one));

const verdicts = await judgePatterns(toJudge);
const faults = [
  ...seen.filter((one) => one.pattern === null && !isAllowed(one)).map((one) => `${placeOf(one)}: built at run time. Write it as a literal.`),
  ...toJudge.flatMap((one, at) => faultOf(one, verdicts[at])),
  ...ALLOWED_PATTERNS.filter((allowed) => !seen.some((one) => one.file === allowed.file && one.pattern === allowed.pattern)).map(
    ({ file, pattern }) => `${file}: ${pattern} is on the list of exceptions but no longer in the code. Remove it from the list.`,
  ),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(`${seen.length} regular expressions run in linear time.\n`);

function placeOf({ file, line }: Seen): string {
  return `${file}:${line}`;
}

function faultOf(one: Seen & Pattern, verdict: Verdict | undefined): string[] {
  if (verdict?.status === 'safe') return [];
  return [`${placeOf(one)}: /${one.pattern}/${one.flags} is ${verdict?.status ?? 'unknown'} (${verdict?.complexity ?? 'not checked'}).`];
}
