import type { WantedAd } from '#contract/alerts/wanted.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useRemoveAd } from './wanted-queries.ts';

/** Removes a wanted ad, for admins. */
export function RemoveAd({ ad: { _id: id, title } }: { ad: WantedAd }) {
  const remove = useRemoveAd();
  return (
    <ReasonButton
      draft={`wanted-removal:${id}`}
      button="Remove"
      name={`Remove the wanted ad: ${title}`}
      title="Remove this wanted ad?"
      consequence="Nobody sees it anymore, and it can’t be posted again. The person who posted it reads your reason."
      variant="risky"
      onSubmit={(reason) => remove.mutateAsync({ id, reason })}
    />
  );
}
