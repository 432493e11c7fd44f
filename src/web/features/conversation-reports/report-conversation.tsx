import { ReasonButton } from '../../ui/reason-button.tsx';
import { useReportConversation } from './queries.ts';

/** Asks what is wrong with what the other side wrote, and sends it to the admins. */
export function ReportConversation({ id }: { id: string }) {
  const report = useReportConversation(id);
  return (
    <ReasonButton
      draft={`conversation-report:${id}`}
      button="Report"
      name="Report this conversation"
      title="Report this conversation?"
      consequence="We’ll read its last messages and tell you the outcome. If we warn the other person, they see which conversation it’s about."
      label="What’s wrong?"
      missing="Tell us what’s wrong."
      variant="quiet"
      onSubmit={(reason) => report.mutateAsync(reason)}
    />
  );
}
