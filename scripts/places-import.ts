import { OperatorFault } from '../src/server/errors.ts';
import { importPlaces } from '../src/server/features/meeting-places/index.ts';
import { runCommand, withDatabase } from '../src/server/process/command.ts';
import { counted, say } from '../src/server/process/say.ts';
import { readTextFile } from './read-text-file.ts';

const USAGE = 'Usage: npm run places:import -- FILE.geojson. It replaces all places to meet.';

await runCommand(
  async (read) => {
    const [file, ...others] = process.argv.slice(2);
    if (file === undefined || others.length > 0) throw new OperatorFault(USAGE);
    const text = readTextFile(file, 'Extract a smaller area.');
    const { places, skipped, credit } = await withDatabase(await read(), (db) => importPlaces(db, text));
    say(`${counted(places.length, 'place')} to meet, instead of those before; ${counted(skipped, 'other feature')} skipped.`);
    say(credit === '' ? 'No source is credited.' : `Credited where they are shown: ${credit}`);
  },
  { note: 'Nothing was changed.' },
);
