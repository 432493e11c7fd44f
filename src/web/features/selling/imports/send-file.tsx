import { type DragEvent, useEffect, useRef, useState } from 'react';
import { MAX_IMPORT_BYTES } from '#contract/selling/import-limits.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { createMeasuredSend, type Sent } from '../../../measured-send.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FileField } from '../../../ui/file-field.tsx';
import { useApp } from '../../../use-app.tsx';
import { Progress } from './progress.tsx';
import { useReadImports } from './queries.ts';

type State = { at: 'nothing' } | { at: 'sending'; sent: Sent; name: string } | { at: 'failed'; message: string };

/** Takes a CSV file by click, keyboard or drop, and uploads it; the upload can be canceled. */
export function SendFile() {
  const { state, send, cancel } = useUpload();
  const [isOver, setIsOver] = useState(false);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void send(file);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside takes a file by keyboard and click.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames('rounded-2xl border border-dashed p-6', isOver ? 'border-accent bg-accent-soft' : 'border-line-strong')}
    >
      <FileField
        label="CSV file with up to 10,000 phones"
        accept=".csv,.tsv,.txt,text/csv"
        note={state.at === 'failed' ? state.message : 'Choose a file or drop it here. You’ll review everything before it’s listed.'}
        isWrong={state.at === 'failed'}
        isBusy={state.at === 'sending'}
        onChoose={(file) => void send(file)}
        onCancel={cancel}
        progress={
          state.at === 'sending' && (
            <Progress label="Uploading the file" done={state.sent.bytes} of={state.sent.of} text={describeUpload(state.sent, state.name)} />
          )
        }
      />
    </div>
  );
}

/** Uploads one file at a time; leaving the page cancels it. */
function useUpload() {
  const { api } = useApp();
  const readImports = useReadImports();
  const sending = useRef<AbortController | null>(null);
  const [state, setState] = useState<State>({ at: 'nothing' });
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    if (sending.current) return;
    if (file.size > MAX_IMPORT_BYTES)
      return setState({
        at: 'failed',
        message: `${file.name} is ${inMegabytes(file.size)} MB. The limit is ${MAX_IMPORT_BYTES / 1e6} MB, so split it first.`,
      });
    const controller = new AbortController();
    sending.current = controller;
    const onProgress = (sent: Sent) => setState({ at: 'sending', sent, name: file.name });
    onProgress({ bytes: 0, of: file.size });
    const body = new FormData();
    body.set('file', file);
    try {
      await api.callBy(createMeasuredSend({ signal: controller.signal, onProgress }), 'POST /listingImports', { body });
      await readImports();
      setState({ at: 'nothing' });
    } catch (failure) {
      setState(controller.signal.aborted ? { at: 'nothing' } : { at: 'failed', message: sentenceOf(failure) });
    } finally {
      sending.current = null;
    }
  };

  return { state, send, cancel: () => sending.current?.abort() };
}

const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function describeUpload({ bytes, of }: Sent, name: string): string {
  return of > 0 && bytes >= of ? `${name} uploaded. Checking its rows…` : `${inMegabytes(bytes)} of ${inMegabytes(of)} MB of ${name} uploaded`;
}
