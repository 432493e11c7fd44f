import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { IdentityError, type SignedInIdentity } from '../../ports/identity.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { PasswordField } from './password-field.tsx';
import type { ProvePart } from './prove-by-passkey.tsx';

/** For accounts whose password another service manages: logging in there again starts a new session, which is proof in itself. */
export function LogInAgain({ onProven, onBusy }: ProvePart) {
  const { identity, session } = useApp();
  const state = useSession();
  const email = state.status === 'signed-in' ? state.identity.email : '';
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');

  const begin = useSingleFlight(async (logIn: () => Promise<SignedInIdentity | null>) => {
    setFault('');
    onBusy(true);
    try {
      const person = await logIn();
      if (person === null) return onBusy(false);
      await session.begin(person);
      if (person.email.toLowerCase() !== email.toLowerCase()) throw new IdentityError(403, `You’re now logged in as ${person.email}.`);
      onProven();
    } catch (error) {
      setFault(sentenceOf(error));
      onBusy(false);
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void begin(() => identity.signIn({ email, password }));
  };
  const byGoogle = async (): Promise<SignedInIdentity | null> => {
    const visit = await identity.signInWith('google', window.location.pathname);
    return visit.kind === 'signed-in' ? visit.identity : null;
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Log in again">
      <PasswordField
        label={`Password for ${email}`}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormError>{fault}</FormError>
      <Button type="submit">Log in again</Button>
      <Button variant="secondary" onClick={() => void begin(byGoogle)}>
        Log in with Google
      </Button>
    </form>
  );
}
