import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import type { PasskeyAssertion } from '#contract/shared/webauthn.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { type Fault, faultOf } from '../../form-errors.ts';
import { IdentityError } from '../../ports/identity.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { CodeField, type CodeKind } from './code-field.tsx';
import type { Missing } from './missing.ts';
import { describeCodesLeft } from './second-factor-text.ts';

const NO_CODE = 'Enter your code';

type CodeStepProps = {
  email: string;
  /** What the account requires besides its password. */
  missing: Missing;
  /** Logs in with the code or passkey; throws when the identity service rejects it. */
  onSecond: (second: { code: string } | { passkey: PasskeyAssertion }) => Promise<void>;
  /** Returns to the password form, with a message when the password is wrong. */
  onBack: (sentence: string | null) => void;
};

/** After the right password: asks for a passkey, an app code or a recovery code. */
export function CodeStep({ email, missing, onSecond, onBack }: CodeStepProps) {
  const { api, identity } = useApp();
  const [kind, setKind] = useState<CodeKind>(missing.app ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>({});
  const field = useRef<HTMLInputElement>(null);
  // The user came here from the password field and types next.
  useEffect(() => field.current?.focus(), []);

  const sayLeft = (): void =>
    void api
      .call('GET /secondFactor', {})
      .then(({ recoveryCodesLeft }) => showSuccess(describeCodesLeft(recoveryCodesLeft)))
      .catch(() => null);

  const refuse = (error: unknown): void => {
    if (isStatus(error, 401)) onBack(sentenceOf(error));
    else setFault(faultOf(error, 'code'));
    field.current?.focus();
  };
  const attempt = async (login: () => Promise<void>, refused: (error: unknown) => void): Promise<void> => {
    setFault({});
    setBusy(true);
    await login().catch(refused);
    setBusy(false);
  };
  const send = useSingleFlight(async () => {
    if (code.trim() === '') return refuse(new IdentityError(422, NO_CODE, { fields: { code: NO_CODE } }));
    await attempt(async () => {
      await onSecond({ code: code.trim() });
      if (kind === 'recovery') sayLeft();
    }, refuse);
  });
  const sendPasskey = useSingleFlight(() =>
    attempt(
      async () => {
        const passkey = await (await identity.passkeys?.())?.answer();
        if (passkey) await onSecond({ passkey });
      },
      (error) => (isStatus(error, 401) ? onBack(sentenceOf(error)) : setFault({ whole: sentenceOf(error) })),
    ),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const change = (next: CodeKind): void => {
    setKind(next);
    setCode('');
    setFault({});
    field.current?.focus();
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Your code">
      <p className="wrap-anywhere">
        The password for <strong>{email}</strong> is right. {whatNext(kind, missing)}
      </p>
      {missing.passkey && <PasskeyButton variant={missing.app ? 'secondary' : 'primary'} disabled={busy} onClick={() => void sendPasskey()} />}
      <CodeField ref={field} kind={kind} value={code} error={fault.field} onChange={(event) => setCode(event.currentTarget.value)} />
      <FormError>{fault.whole}</FormError>
      <Button type="submit" variant={missing.app ? 'primary' : 'secondary'} busy={busy} busyText="Loading...">
        Log in
      </Button>
      {missing.app && (
        <Button variant="quiet" onClick={() => change(kind === 'app' ? 'recovery' : 'app')}>
          {kind === 'app' ? 'Use a recovery code instead' : 'Use the app’s code instead'}
        </Button>
      )}
      <Button variant="quiet" onClick={() => onBack(null)}>
        Back to the password
      </Button>
    </form>
  );
}

function PasskeyButton(props: ComponentProps<typeof Button>) {
  return (
    <Button {...props}>
      <Icon name="key-round" className="size-5" />
      Use a passkey
    </Button>
  );
}

const isStatus = (error: unknown, status: number): boolean => error instanceof IdentityError && error.status === status;

function whatNext(kind: CodeKind, { app, passkey }: Missing): string {
  const code = kind === 'app' ? 'the code from your authenticator app' : 'one of your recovery codes';
  if (!passkey) return `Enter ${code}.`;
  return app ? `Enter ${code}, or use a passkey.` : `Use a passkey, or enter ${code}.`;
}
