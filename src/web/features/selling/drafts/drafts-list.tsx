import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Draft, DraftSummary } from '#contract/selling/drafts.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { ListingImage } from '../../../ui/listing-image.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { showError } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';
import { draftsOptions } from './queries.ts';

type DraftsListProps = {
  email: string;
  /** The draft in the form, which is not offered. */
  current: string;
  onOpen: (id: string) => Promise<void>;
};

/** The seller's saved drafts, each to continue or delete. */
export function DraftsList({ email, current, onOpen }: DraftsListProps) {
  const { api } = useApp();
  const { data: drafts = [] } = useQuery(draftsOptions(api, email));
  const { deleted, remove, undo } = useDeleting(email);
  const others = drafts.filter(({ _id }) => _id !== current);
  if (others.length === 0 && !deleted) return null;
  return (
    <section aria-label="Drafts" className="grid gap-3">
      {others.map((draft) => (
        <div key={draft._id} className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3">
          {draft.image !== null && <ListingImage address={draft.image} alt="" sizes="3rem" className="size-12 rounded-lg" />}
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <bdi>{nameOf(draft)}</bdi> <Moment iso={draft.savedAt} className="text-sm whitespace-nowrap text-muted" />
          </p>
          <div className="flex gap-2">
            <Button variant="secondary" size="small" onClick={() => void onOpen(draft._id)}>
              Continue<span className="sr-only"> with {nameOf(draft)}</span>
            </Button>
            <Button variant="quiet" size="small" busy={remove.isPending && remove.variables === draft._id} onClick={() => remove.mutate(draft._id)}>
              Delete<span className="sr-only"> draft: {nameOf(draft)}</span>
            </Button>
          </div>
        </div>
      ))}
      <div role="status" className={deleted ? 'flex flex-wrap items-center gap-3' : 'hidden'}>
        {deleted && (
          <>
            <p className="min-w-0 flex-1 basis-40">Draft deleted: {nameOf(deleted.content)}.</p>
            <Button variant="secondary" size="small" busy={undo.isPending} onClick={() => undo.mutate(deleted)}>
              Undo
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Deletes a draft, and allows undoing that as long as the page is open. */
function useDeleting(email: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<Draft | null>(null);
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: draftsOptions(api, email).queryKey });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const draft = await api.call('GET /drafts/:id', { params: { id } });
      await api.call('DELETE /drafts/:id', { params: { id } });
      setDeleted(draft);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: readAgain,
  });
  const undo = useMutation({
    mutationFn: async ({ _id, content }: Draft) => {
      await api.call('PUT /drafts/:id', { params: { id: _id }, body: { revision: 0, content } });
      setDeleted(null);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: readAgain,
  });
  return { deleted, remove, undo };
}

function nameOf({ brand, model_name }: Pick<DraftSummary, 'brand' | 'model_name'>): string {
  const name = model_name.toLowerCase().startsWith(brand.toLowerCase()) ? model_name : `${brand} ${model_name}`;
  return name.trim() || 'Untitled phone';
}
