import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPAIRED_BY, REPAIRED_PARTS } from '#contract/passport-words.ts';
import type { RepairInput } from '#contract/passports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { ownershipOptions, useNoteRepair } from './queries.ts';

/** For the phone's owner: tells them that the passport is theirs, and lets them add a repair. */
export function NoteRepair({ id }: { id: string }) {
  const { api } = useApp();
  const isSignedIn = useSession().status === 'signed-in';
  const { data } = useQuery({ ...ownershipOptions(api, id), enabled: isSignedIn });
  const [open, setOpen] = useState(false);
  if (!data?.isYours) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-accent-soft px-4 py-3">
      <p className="font-medium">This phone’s passport is yours.</p>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Add a repair
      </Button>
      <RepairDialog id={id} open={open} onOpenChange={setOpen} />
    </div>
  );
}

function RepairDialog({ id, open, onOpenChange }: { id: string; open: boolean; onOpenChange: (open: boolean) => void }) {
  const [part, setPart] = useState<RepairInput['part']>('battery');
  const [by, setBy] = useState<RepairInput['by']>('shop');
  const note = useNoteRepair(id);
  const save = useSingleFlight(() =>
    note.mutateAsync({ part, by }).then(
      () => onOpenChange(false),
      // The mutation has shown why.
      () => {},
    ),
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add a repair" busy={note.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">It becomes part of the phone’s history, as your word, and can’t be taken back.</p>
        <Choices legend="What was repaired or replaced?" name="part" words={REPAIRED_PARTS} value={part} onChoose={setPart} />
        <Choices legend="By whom?" name="by" words={REPAIRED_BY} value={by} onChoose={setBy} />
        <Button className="justify-self-end" busy={note.isPending} onClick={() => void save()}>
          Add repair
        </Button>
      </div>
    </Dialog>
  );
}

type ChoicesProps<Key extends string> = { legend: string; name: string; words: Record<Key, string>; value: Key; onChoose: (key: Key) => void };

function Choices<Key extends string>({ legend, name, words, value, onChoose }: ChoicesProps<Key>) {
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-medium">{legend}</legend>
      {(Object.keys(words) as Key[]).map((key) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="radio" name={name} checked={value === key} onChange={() => onChoose(key)} className="size-5 shrink-0 accent-accent" />
          {words[key]}
        </label>
      ))}
    </fieldset>
  );
}
