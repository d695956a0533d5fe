import { useQueryClient } from '@tanstack/react-query';
import { feedbackFormSchema } from '#src/shared/contact.ts';
import { supportQuery } from '#src/web/dashboard/lib/chat/queries.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { sendFeedback } from './send-feedback.ts';

const SENT = {
  title: 'Feedback Submitted',
  description: 'Thank you for your feedback! We appreciate your input.',
};
const FAILED = {
  title: 'Something went wrong!',
  description: 'Please try again later.',
  variant: 'destructive',
} as const;

/** One text. It is cleared once the team has it, and stays where it is when the team has not. */
export function FeedbackForm() {
  const queries = useQueryClient();
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { text: '' },
    check: (values) => checkBy(feedbackFormSchema, values),
    submit: async ({ text }, { reset, notSaved }) => {
      try {
        await sendFeedback(text);
        toast(SENT);
        reset();
        void queries.invalidateQueries({ queryKey: supportQuery.queryKey });
      } catch (failure) {
        logWarning(String(failure));
        notSaved();
        toast(FAILED);
      }
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextArea label="Your feedback" rows={8} required readOnly={busy} {...field('text')} />
      <Button type="submit" variant="primary" busy={busy} className="w-full sm:w-auto sm:justify-self-start">
        {busy ? 'Sending...' : 'Send Feedback'}
      </Button>
    </form>
  );
}
