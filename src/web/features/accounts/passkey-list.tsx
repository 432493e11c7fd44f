import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PasskeyRow } from '#contract/accounts/passkeys.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { PasskeyNameForm } from './passkey-name-form.tsx';
import { passkeysOptions, useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts';

/** The user's passkeys: add, rename and remove. */
export function PasskeyList() {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(passkeysOptions(api));
  const add = useAddPasskey();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = (): void => {
    setAdding(false);
    // The pressed button is gone by then.
    heading.current?.focus();
  };
  return (
    <section className="grid gap-4" aria-labelledby="passkeys">
      <div className="grid gap-1">
        <h2 id="passkeys" ref={heading} tabIndex={-1} className="text-xl">
          Passkeys
        </h2>
        <p className="max-w-prose text-muted">Log in with your fingerprint, your face or your device’s PIN. Passkeys can’t be guessed or phished.</p>
      </div>
      {error && !data && <FailedRead message="We couldn’t load your passkeys." onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <RowsSkeleton count={1} />}
      {data && data.length > 0 && (
        <ul className="grid gap-3">
          {data.map((passkey) => (
            <Item key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data && !isAdding && (
        <Button variant={data.length === 0 ? 'primary' : 'secondary'} className="justify-self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
      {isAdding && <PasskeyNameForm label="Add a passkey" verb="Continue" onName={(name) => add.mutateAsync(name)} onEnd={end} />}
    </section>
  );
}

function Item({ passkey }: { passkey: PasskeyRow }) {
  const rename = useRenamePasskey();
  const [isNaming, setNaming] = useState(false);
  const { _id: id, name, since, lastUsed } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface p-4">
      <Icon name="key-round" className="size-6 shrink-0 text-muted" />
      {isNaming ? (
        <PasskeyNameForm
          label={`Rename ${name}`}
          verb="Save"
          start={name}
          onName={(next) => rename.mutateAsync({ id, name: next })}
          onEnd={() => setNaming(false)}
        />
      ) : (
        <>
          <div className="grid min-w-0 grow basis-48 gap-0.5">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-sm text-muted">
              Added <Moment iso={since} />
            </p>
            <p className="text-sm text-muted">
              {lastUsed === null ? (
                'Never used'
              ) : (
                <>
                  Last used <Moment iso={lastUsed} />
                </>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="small" aria-label={`Rename ${name}`} onClick={() => setNaming(true)}>
              Rename
            </Button>
            <RemoveButton passkey={passkey} />
          </div>
        </>
      )}
    </li>
  );
}

function RemoveButton({ passkey }: { passkey: PasskeyRow }) {
  const remove = useRemovePasskey();
  return (
    <ConfirmButton
      button="Remove"
      variant="risky"
      size="small"
      name={`Remove ${passkey.name}`}
      title={`Remove “${passkey.name}”?`}
      onConfirm={() => remove.mutateAsync(passkey)}
    >
      <p>You won’t be able to log in with it anymore. Your device may still offer it, so delete it there too.</p>
      <p role="alert" className="mt-3 min-h-6 text-danger">
        {remove.error && sentenceOf(remove.error)}
      </p>
    </ConfirmButton>
  );
}
