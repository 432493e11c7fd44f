import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStrayCalls } from './names/call-homes.ts';
import { findBannedNames } from './names/find-names.ts';

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');
const sources = files.flatMap((file) => readIfThere(file));
const faults = [...findStrayCalls(sources), ...sources.flatMap(findBannedNames)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write(`${files.length} files use the project’s vocabulary, and every call lives in the folder its name says.\n`);

/** git also lists files that were deleted but not committed yet. */
function readIfThere(file: string): { file: string; source: string }[] {
  try {
    return [{ file, source: readFileSync(join(root, file), 'utf8') }];
  } catch {
    return [];
  }
}
