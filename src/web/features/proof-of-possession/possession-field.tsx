import { useEffect, useState } from 'react';
import type { PossessionCode } from '#contract/proof-of-possession.ts';
import { sentenceOf } from '../../error-sentence.ts';
import type { PhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

type PossessionFieldProps = {
  /** The code whose photo was sent, as `POST /products` takes it with `inHand`; null while there is none. */
  value: string | null;
  /** That code, if it was read already. */
  sent?: PossessionCode | null;
  onChange: (codeId: string | null) => void;
  /** The form's upload of the photo. */
  upload: PhotoUpload;
  /** The listing on sale that it is for; null when the phone is not listed yet. */
  listing?: string | null;
  /** The shop's error message when the listing is sent. */
  error?: string | undefined;
};

type SendPhoto = (image: string, shown: boolean, signal: AbortSignal) => Promise<void>;

/** An optional photo that proves possession of the phone, taken with a code from the shop. Whatever happens here, the phone can be listed. */
export function PossessionField(props: PossessionFieldProps) {
  const { code, problem, isAsking, ask, send, again } = usePossessionCode(props);
  const isSent = code?.state === 'sent' || code?.state === 'confirmed';
  const text = problem ?? props.error ?? null;
  return (
    <fieldset className="grid gap-3 rounded-2xl border border-line p-5 outline-none">
      <legend className="px-1 font-medium">Proof of possession (optional)</legend>
      <p className="text-muted">Show buyers that you really have the phone, and your listing gets a badge.</p>
      {!code && (
        <Button variant="secondary" className="justify-self-start" busy={isAsking} onClick={() => void ask()}>
          Get a code
        </Button>
      )}
      {code && isSent && code.photo !== null && <Sent photo={code.photo} onAgain={props.listing ? null : again} />}
      {code?.state === 'open' && (
        <>
          <Steps code={code} />
          <Chooser upload={props.upload} onSend={send} />
        </>
      )}
      {code && !isSent && code.state !== 'open' && (
        <Button variant="secondary" className="justify-self-start" onClick={again}>
          Get another code
        </Button>
      )}
      <p role="status" className="min-h-5 text-sm text-danger">
        {text}
      </p>
    </fieldset>
  );
}

/** Requests a code, and sends the photo taken with it. */
function usePossessionCode({ value, sent: initial = null, onChange, upload, listing = null }: PossessionFieldProps) {
  const { api } = useApp();
  const [latest, setCode] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const code = belongsTo(value, latest) ? latest : null;
  // After a reload only the code's id is left; if it can't be read anymore, a new one is requested.
  useEffect(() => {
    if (value === null || code !== null) return;
    const leave = { isLeft: false };
    api.call('GET /possessionCodes/:id', { params: { id: value } }).then(
      (known) => !leave.isLeft && setCode(known),
      () => !leave.isLeft && onChange(null),
    );
    return () => {
      leave.isLeft = true;
    };
  }, [api, value, code, onChange]);

  const ask = useSingleFlight(async () => {
    setProblem(null);
    setAsking(true);
    await api.call('POST /possessionCodes', { body: { listing } }).then(setCode, (error: unknown) => setProblem(sentenceOf(error)));
    setAsking(false);
  });
  const send: SendPhoto = async (image, shown, signal) => {
    if (!code) return;
    const params = { id: code._id };
    try {
      const sent = await api.call('POST /possessionCodes/:id/photo', { params, body: { image, shown } });
      if (signal.aborted) return;
      setCode(sent);
      onChange(sent._id);
    } catch (error) {
      const known = await api.call('GET /possessionCodes/:id', { params }).catch(() => code);
      if (known.state === 'open') throw error;
      if (signal.aborted) return;
      // It has expired meanwhile: another one is to be requested, and why stands beside that.
      setCode(known);
      setProblem(sentenceOf(error));
    }
  };
  const again = (): void => {
    upload.cancel();
    setCode(null);
    setProblem(null);
    onChange(null);
  };
  return { code, problem, isAsking, ask, send, again };
}

/** Whether a code is this form's: the form of another draft has another one, or none yet. */
function belongsTo(value: string | null, code: PossessionCode | null): boolean {
  return value === null ? code?.state === 'open' : code?._id === value;
}

/** A photo that already belongs to a listing can't be removed. */
function Sent({ photo, onAgain }: { photo: string; onAgain: (() => void) | null }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ListingImage address={photo} alt="Your photo with the code" sizes="6rem" className="size-24 rounded-xl" />
      <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-2">
        <p>Photo uploaded. We’ll check it and let you know when your listing gets its badge.</p>
        {onAgain && (
          <Button variant="secondary" size="small" onClick={onAgain}>
            Remove photo
          </Button>
        )}
      </div>
    </div>
  );
}

function Steps({ code }: { code: PossessionCode }) {
  return (
    <ol className="grid list-decimal gap-1 pl-5">
      <li>
        Write this on a piece of paper: <strong className="font-display text-2xl tracking-wide whitespace-nowrap">{code.code}</strong>
      </li>
      <li>Take a photo of the phone next to the paper, with the code clearly readable.</li>
      <li>Upload the photo by {timeOf(code.expiresAt)}.</li>
    </ol>
  );
}

const timeOf = (iso: string): string => new Date(iso).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

function Chooser({ upload, onSend }: { upload: PhotoUpload; onSend: SendPhoto }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="grid gap-2">
      <Checkbox
        label="Show this photo to buyers too"
        checked={shown}
        disabled={upload.isUnderWay}
        onChange={({ currentTarget }) => setShown(currentTarget.checked)}
      />
      <PhotoField label="Photo with the code" upload={upload} onUploaded={(image, signal) => onSend(image, shown, signal)} />
    </div>
  );
}
