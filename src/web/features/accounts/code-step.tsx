import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { IdentityError } from '../../ports/identity.ts';
import { useShop } from '../../shop.tsx';
import { Button } from '../../ui/button.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { CodeField, type CodeKind } from './code-field.tsx';
import { codesLeftInWords } from './second-factor-words.ts';

type CodeStepProps = {
  email: string;
  /** Logs in with the code; throws what the identity service refuses. */
  onCode: (code: string) => Promise<void>;
  /** Back to the password, with a sentence when something is wrong with it. */
  onBack: (sentence: string | null) => void;
};

/** After the right password: the code of the app, or a recovery code. */
export const CodeStep = ({ email, onCode, onBack }: CodeStepProps) => {
  const { api } = useShop();
  const [kind, setKind] = useState<CodeKind>('app');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ field?: string; whole?: string }>({});
  const field = useRef<HTMLInputElement>(null);
  // Whoever comes here from the password types next.
  useEffect(() => field.current?.focus(), []);

  const sayLeft = (): void =>
    void api
      .call('GET /secondFactor', {})
      .then(({ recoveryCodesLeft }) => showSuccess(codesLeftInWords(recoveryCodesLeft)))
      .catch(() => null);

  const refuse = (error: unknown): void => {
    const status = error instanceof IdentityError ? error.status : 0;
    if (status === 401) onBack(sentenceOf(error));
    else setFault(status === 422 ? { field: sentenceOf(error) } : { whole: sentenceOf(error) });
    field.current?.focus();
  };
  const send = useSingleFlight(async () => {
    if (code.trim() === '') return refuse(new IdentityError(422, 'Type the code'));
    setFault({});
    setBusy(true);
    try {
      await onCode(code.trim());
      if (kind === 'recovery') sayLeft();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  });
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
        The password is right. {kind === 'app' ? 'Now type the code that your app shows' : 'Now type one of your recovery codes'} for <strong>{email}</strong>.
      </p>
      <CodeField ref={field} kind={kind} value={code} error={fault.field} onChange={(event) => setCode(event.currentTarget.value)} />
      <p role="alert" className="min-h-6 text-danger">
        {fault.whole}
      </p>
      <Button type="submit" busy={busy} busyText="Loading...">
        Log in
      </Button>
      <Button variant="quiet" onClick={() => change(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? 'Use a recovery code instead' : 'Use the app’s code instead'}
      </Button>
      <Button variant="quiet" onClick={() => onBack(null)}>
        Back to the password
      </Button>
    </form>
  );
};
