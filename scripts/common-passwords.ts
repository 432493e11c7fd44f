// Creates src/server/security/passwords/common.bin from a list of passwords, one per line, most common first (anything after a space is ignored):
// node scripts/common-passwords.ts LIST
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD_PATTERN } from '../src/contract/accounts/accounts.ts';
import { fingerprintOf } from '../src/server/security/passwords/common.ts';

const OUT = join(import.meta.dirname, '../src/server/security/passwords/common.bin');

const [, , list] = process.argv;
if (list === undefined) {
  process.stderr.write('Usage: node scripts/common-passwords.ts LIST\n');
  process.exit(1);
}
const words = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.split(' ')[0] ?? '')
  .filter((word) => PASSWORD_PATTERN.test(word));
const fingerprints = Uint32Array.from(new Set(words.map(fingerprintOf))).sort();
const bytes = Buffer.alloc(fingerprints.length * 4);
for (const [index, print] of fingerprints.entries()) bytes.writeUInt32BE(print, index * 4);
writeFileSync(OUT, bytes);
process.stdout.write(`${fingerprints.length} passwords that the shop's rule allows, ${bytes.length} bytes\n`);
