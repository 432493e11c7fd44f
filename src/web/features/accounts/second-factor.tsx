import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SecondFactor } from '#contract/accounts/second-factor.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { passkeysOptions } from './passkey-queries.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  secondFactorOptions,
  useBeginSecondFactor,
  useCodesStored,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
  useTurnOnWithPasskeys,
} from './second-factor-queries.ts';
import { describeCodesLeft } from './second-factor-text.ts';
import { type Begun, ConfirmForm, StartForm } from './turn-on-second-factor.tsx';

type Step =
  | { name: 'idle' | 'starting' | 'starting-passkeys' | 'renewing' | 'turning-off' }
  | { name: 'confirming'; begun: Begun }
  | { name: 'codes'; codes: string[] };

const WHY_NOT: Partial<Record<SecondFactor['state'], string>> = {
  unverified: 'Verify your email address first, using the link we emailed you, so that no one else can lock you out.',
  'no-password':
    'You log in with another account, such as Google, so turn on two-factor authentication there. To use it here, first choose “Set a password” above.',
  elsewhere: 'You log in through another service. Turn on two-factor authentication there.',
};

type PartProps = { email: string; found: SecondFactor; hasPasskeys: boolean; step: Step; onStep: (step: Step) => void };

/** Turns app codes besides the password on or off, and manages them. */
export function SecondFactorPart({ email }: { email: string }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(secondFactorOptions(api));
  const { data: passkeys = [] } = useQuery(passkeysOptions(api));
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const heading = useRef<HTMLHeadingElement>(null);
  const goTo = (next: Step): void => {
    setStep(next);
    // The pressed button is gone by then.
    if (next.name === 'idle') heading.current?.focus();
  };
  return (
    <section className="grid gap-4" aria-labelledby="second-factor">
      <div className="grid gap-1">
        <h2 id="second-factor" ref={heading} tabIndex={-1} className="text-xl">
          Two-factor authentication
        </h2>
        <p className="max-w-prose text-muted">
          Besides your password, logging in asks for a code from an app on your phone or for a passkey, so a stolen password isn’t enough.
        </p>
      </div>
      {error && !data && <FailedRead message="We couldn’t load your two-factor settings." onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <RowsSkeleton count={1} />}
      {data && <Part email={email} found={data} hasPasskeys={passkeys.length > 0} step={step} onStep={goTo} />}
    </section>
  );
}

function Part(props: PartProps) {
  const readAnew = useCodesStored();
  const { email, found, step, onStep } = props;
  if (step.name === 'codes')
    return (
      <RecoveryCodes
        codes={step.codes}
        email={email}
        onStored={() => {
          onStep({ name: 'idle' });
          void readAnew();
        }}
      />
    );
  if (found.state === 'on') return <WhileOn {...props} />;
  const why = WHY_NOT[found.state];
  return why === undefined ? <WhileOff {...props} /> : <p className="max-w-prose">{why}</p>;
}

function WhileOn({ email, found, hasPasskeys, step, onStep }: PartProps) {
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const idle = () => onStep({ name: 'idle' });
  const missing = { app: found.hasApp, passkey: hasPasskeys };
  if (step.name === 'renewing')
    return (
      <ProofForm
        label="Create new recovery codes"
        verb="Create new codes"
        email={email}
        missing={missing}
        onCancel={idle}
        send={async (proof) => onStep({ name: 'codes', codes: (await renew.mutateAsync(proof)).recoveryCodes })}
      />
    );
  if (step.name === 'turning-off')
    return (
      <ProofForm
        label="Turn off two-factor authentication"
        verb="Turn off"
        risky
        email={email}
        missing={missing}
        onCancel={idle}
        send={async (proof) => {
          await turnOff.mutateAsync(proof);
          idle();
        }}
      />
    );
  return (
    <div className="grid gap-4 rounded-2xl border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">On</Badge>
        {found.since !== null && (
          <span className="text-muted">
            Turned on <Moment iso={found.since} />
          </span>
        )}
      </p>
      <p>
        {found.hasApp ? 'You log in with a code from your app' : 'You log in with your passkeys'}
        {found.hasApp && hasPasskeys && ', or with a passkey'}.
      </p>
      <p className={found.recoveryCodesLeft < 3 ? 'text-warning' : 'text-muted'}>{describeCodesLeft(found.recoveryCodesLeft)}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => onStep({ name: 'renewing' })}>
          New recovery codes
        </Button>
        <Button variant="risky" size="small" onClick={() => onStep({ name: 'turning-off' })}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

function WhileOff({ email, hasPasskeys, step, onStep }: PartProps) {
  const begin = useBeginSecondFactor();
  const turnOn = useTurnOnWithPasskeys();
  const idle = () => onStep({ name: 'idle' });
  if (step.name === 'confirming') return <ConfirmForm begun={step.begun} onCodes={(codes) => onStep({ name: 'codes', codes })} onCancel={idle} />;
  if (step.name === 'starting')
    return <StartForm email={email} send={async (typed) => onStep({ name: 'confirming', begun: await begin.mutateAsync(typed) })} onCancel={idle} />;
  if (step.name === 'starting-passkeys')
    return (
      <StartForm email={email} send={async (typed) => onStep({ name: 'codes', codes: (await turnOn.mutateAsync(typed)).recoveryCodes })} onCancel={idle} />
    );
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => onStep({ name: 'starting' })}>Turn on</Button>
      {hasPasskeys && (
        <Button variant="secondary" onClick={() => onStep({ name: 'starting-passkeys' })}>
          Turn on with my passkeys
        </Button>
      )}
    </div>
  );
}
