import { join } from 'node:path';
import { findBreaches } from './tables/find-breaches.ts';
import { EXEMPT, OWNERS } from './tables/owners.ts';

/** Fails when a capability writes another's table, or when its queries notify, mail or audit. */
const faults = findBreaches(join(import.meta.dirname, '..'), { owners: OWNERS, exempt: EXEMPT });
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(`${Object.keys(OWNERS).length} tables are written only by their owners.\n`);
