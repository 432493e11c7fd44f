import { Email } from '../src/contract/shared/text.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { removeSecondFactor } from '../src/server/process/lost-second-factor.ts';
import { say } from '../src/server/process/say.ts';

const USAGE = 'Usage: npm run second-factor-off -- EMAIL. For someone who lost their app or passkeys and all recovery codes. Make sure it’s really them first.';

await runCommand(async (read) => {
  const { data: email } = Email.safeParse(process.argv[2]);
  if (email === undefined) throw new OperatorFault(USAGE);
  const isGone = await withServices(await read(), (services) => removeSecondFactor(services, email));
  say(
    isGone
      ? `${email} is logged out everywhere, has no passkeys left, and logs in with just the password from now on. They’re notified by email.`
      : `${email} has neither two-factor authentication nor a passkey.`,
  );
});
