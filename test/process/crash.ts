import { parseArgs } from 'node:util';
import { say } from '#server/process/say.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { killAgainAndAgain } from './crash-trial.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } } });
const [kills, seed] = [Number(values.kills), Number(values.seed)];

say(`${kills} kills, seed ${seed} (again: npm run test:crash -- --kills ${kills} --seed ${seed})`);
const directory = temporaryDirectory();
const { losses } = await killAgainAndAgain({ DATA_DIR: directory.path, DEMO: 'false' }, { kills, seed, say });
for (const loss of losses) say(`LOST ${loss}`);
directory.remove();
say(
  losses.length === 0
    ? 'Nothing that was acknowledged is lost; integrity_check and foreign_key_check are clean after every kill.'
    : 'Something was lost, or nothing was shown.',
);
process.exitCode = losses.length === 0 ? 0 : 1;
