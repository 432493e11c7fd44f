import { OperatorFault } from '../src/server/errors.ts';
import { importCities } from '../src/server/features/cities/index.ts';
import { locateListings } from '../src/server/features/listings/index.ts';
import { runCommand, withDatabase } from '../src/server/process/command.ts';
import { counted, say } from '../src/server/process/say.ts';
import { readTextFile } from './read-text-file.ts';

const USAGE = 'Usage: npm run cities:import -- FILE.txt, such as cities15000.txt of GeoNames. It adds to the cities there are.';

await runCommand(
  async (read) => {
    const [file, ...others] = process.argv.slice(2);
    if (file === undefined || others.length > 0) throw new OperatorFault(USAGE);
    const text = readTextFile(file, 'Take a file of larger cities.');
    await withDatabase(await read(), async (db) => {
      const { cities, skipped } = await importCities(db, text);
      say(`${counted(cities.length, 'city', 'cities')} added or replaced; ${counted(skipped, 'other line')} skipped.`);
      say(
        `${counted(await locateListings({ db, clock: { now: () => Date.now() } }), 'listing is', 'listings are')} in another city than before, or in one for the first time.`,
      );
    });
  },
  { note: 'Nothing was changed.' },
);
