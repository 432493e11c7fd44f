import { useQuery } from '@tanstack/react-query';
import type { SignInSession } from '#contract/accounts/sign-ins.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { deviceName, signInsOptions, useEndOtherSignIns, useEndSignIn } from './sign-in-queries.ts';

/** The user's sessions, each with a way to end it. */
export function SignInList() {
  const { api, config } = useApp();
  const { data, error, refetch, isFetching } = useQuery(signInsOptions(api));
  return (
    <section className="grid gap-4" aria-labelledby="sign-ins">
      <div className="grid gap-1">
        <h2 id="sign-ins" className="text-xl">
          Where you’re logged in
        </h2>
        <p className="max-w-prose text-muted">
          {config.identity.kind === 'firebase'
            ? 'You log in through another service that doesn’t tell us which browser you used, so we show when you logged in. Very recent logins may be missing.'
            : 'Don’t recognize one of these? Log it out, then change your password.'}
        </p>
      </div>
      {error && !data && <FailedRead message="We couldn’t load your logins." onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <RowsSkeleton count={2} />}
      {data && (
        <>
          <ul className="grid gap-3">
            {data.map((signIn) => (
              <SignIn key={signIn._id} signIn={signIn} />
            ))}
          </ul>
          <EndOthersButton count={data.filter(({ current }) => !current).length} />
        </>
      )}
    </section>
  );
}

function SignIn({ signIn }: { signIn: SignInSession }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface p-4">
      <Icon name="monitor-smartphone" className="size-6 shrink-0 text-muted" />
      <div className="grid min-w-0 grow basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {deviceName(signIn)}
          {signIn.current && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="text-sm text-muted">
          Last used <Moment iso={signIn.lastUsed} />
          {signIn.address !== null && <>, from about {signIn.address}</>}
        </p>
        <p className="text-sm text-muted">
          Logged in <Moment iso={signIn.since} />
        </p>
      </div>
      {!signIn.current && <EndButton signIn={signIn} />}
    </li>
  );
}

function EndButton({ signIn }: { signIn: SignInSession }) {
  const end = useEndSignIn();
  const press = useSingleFlight(() => end.mutateAsync(signIn).catch(() => null));
  return (
    <Button variant="secondary" size="small" aria-label={`Log out ${deviceName(signIn)}`} busy={end.isPending} onClick={() => void press()}>
      Log out
    </Button>
  );
}

function EndOthersButton({ count }: { count: number }) {
  const end = useEndOtherSignIns();
  return (
    <ConfirmButton
      button="Log out everywhere else"
      variant="risky"
      size="small"
      className="justify-self-start"
      disabled={count === 0}
      title="Log out everywhere else?"
      onConfirm={() => end.mutateAsync().catch(() => null)}
    >
      You’ll be logged out in every other browser. You’ll stay logged in here.
    </ConfirmButton>
  );
}
