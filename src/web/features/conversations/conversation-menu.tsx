import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/conversations.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuButton } from '../../ui/menu.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { CONVERSATIONS } from './queries.ts';

/** Mutes the conversation, and blocks the other side. Both can be undone here. */
export function ConversationMenu({ conversation: { _id: id, muted, blocked, closed } }: { conversation: Conversation }) {
  const { api } = useApp();
  const mute = useSetting(() => api.call('PUT /conversations/:id/mute', { params: { id }, body: { muted: !muted } }), {
    done: muted ? 'You’ll get emails about this conversation again.' : 'You’ll get no more emails about this conversation.',
  });
  const block = useSetting(() => api.call('PUT /conversations/:id/block', { params: { id }, body: { blocked: !blocked } }), {
    done: blocked ? 'Unblocked. You can write to each other again.' : 'Blocked. They can’t write to you anymore, and we don’t tell them.',
  });
  return (
    <Menu label="More" button={<Icon name="ellipsis-vertical" className="size-5" />}>
      <MenuButton onSelect={() => mute.mutate()}>
        {muted ? <Icon name="bell" className="size-5" /> : <Icon name="bell-off" className="size-5" />}
        {muted ? 'Unmute' : 'Mute'}
      </MenuButton>
      {closed !== 'left' && (
        <MenuButton onSelect={() => block.mutate()}>
          <Icon name="ban" className="size-5" />
          {blocked ? 'Unblock' : 'Block'}
        </MenuButton>
      )}
    </Menu>
  );
}

function useSetting(change: () => Promise<unknown>, { done }: { done: string }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      showSuccess(done);
      await queries.invalidateQueries({ queryKey: CONVERSATIONS });
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}
