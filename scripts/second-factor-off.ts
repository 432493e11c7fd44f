import { Email } from '../src/contract/shared/text.ts';
import { compose } from '../src/server/composition.ts';
import { readConfig, readEnvironment } from '../src/server/config/config.ts';
import { removeSecondFactor } from '../src/server/process/lost-second-factor.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

function stopWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const email = Email.safeParse(process.argv[2]);
if (!email.success)
  stopWith(
    'Usage: npm run second-factor-off -- E-MAIL. For somebody who lost their app, or their passkeys, and every recovery code; first make sure that it is them.',
  );

try {
  const config = readConfig(readEnvironment());
  const { services, close } = await compose(config, { onFault: (message) => process.stderr.write(`${message}\n`) });
  const isGone = await removeSecondFactor(services, email.data ?? '');
  await close();
  process.stdout.write(
    isGone
      ? `${email.data} is signed out everywhere, has no passkey any more, logs in with the password alone from now on, and is told so by mail.\n`
      : `${email.data} has neither a second factor nor a passkey.\n`,
  );
} catch (error) {
  stopWith(explainFault(error, null) ?? String(error));
}
