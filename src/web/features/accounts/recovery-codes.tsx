import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useApp } from '../../use-app.tsx';
import { copyText } from './copy-text.ts';

type RecoveryCodesProps = { codes: string[]; email: string; onStored: () => void };

/** Shows the recovery codes, the only time they are visible. */
export function RecoveryCodes({ codes, email, onStored }: RecoveryCodesProps) {
  const { config } = useApp();
  const [status, setStatus] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the codes, so that screen readers announce them.
  useEffect(() => heading.current?.focus(), []);

  const copy = async (): Promise<void> =>
    setStatus((await copyText(codes.join('\n'))) ? 'Codes copied.' : 'Your browser didn’t allow copying. Download the codes or write them down.');
  const text = `Recovery codes for ${email} at ${config.shopName}. Each code works once.\n\n${codes.join('\n')}\n`;

  return (
    <div className="grid gap-4 rounded-2xl border border-line bg-surface p-5">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        Your recovery codes
      </h3>
      <p className="max-w-prose text-muted">
        If you lose access to your app, each code logs you in once. Keep them somewhere other than your phone: we can’t show them again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-base tabular-nums max-[22rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Download
        </a>
      </div>
      <p role="status" className="min-h-6 text-muted">
        {status}
      </p>
      <Button onClick={onStored} className="justify-self-start">
        I’ve saved them
      </Button>
    </div>
  );
}
