import { ReportConversation } from '../features/conversation-reports/report-conversation.tsx';
import { ConversationView } from '../features/conversations/conversation-view.tsx';
import { OfferCard } from '../features/offers/offer-card.tsx';
import { PushOffer } from '../features/push/push-offer.tsx';
import { useParams } from '../router/index.ts';
import { NotFound } from './not-found.tsx';

export function Page() {
  const { id = '' } = useParams();
  return (
    <ConversationView
      key={id}
      id={id}
      report={<ReportConversation id={id} />}
      offer={(message, conversation) => <OfferCard message={message} conversation={conversation} />}
      notFound={<NotFound />}
      whileWaiting={<PushOffer />}
    />
  );
}
