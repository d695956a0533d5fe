import { useState } from 'react';
import {
  FOLLOW_UP,
  type FollowUpForm as Form,
  followUpFormSchema,
  type FollowUpPurpose,
} from '#src/shared/follow-ups.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { writeFollowUp } from '#src/web/dashboard/lib/alert/queries.ts';

type Values = { headline: string; text: string; ownFigures: boolean };

const WORDS = {
  update: { send: 'Send update', sent: 'Update sent', waits: 'Update waits for approval' },
  correction: { send: 'Send correction', sent: 'Correction sent', waits: 'Correction waits for approval' },
} as const;

/** Writes an update or a correction. Figures that the data doesn't have are named, and have to be confirmed. */
export function FollowUpForm({
  id,
  purpose,
  needsApproval,
  onDone,
}: {
  id: string;
  purpose: FollowUpPurpose;
  needsApproval: boolean;
  onDone: () => void;
}) {
  const words = WORDS[purpose];
  const { run } = useActOn('alerts');
  /** What the server says of what the data doesn't bear out. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { onSubmit, busy, field } = useCheckedForm<Values, Form>({
    defaults: { headline: '', text: '', ownFigures: false },
    check: (values) =>
      checkBy(followUpFormSchema, { ...values, purpose, ownFigures: values.ownFigures ?? false }),
    start: 'headline',
    submit: async (form, { notSaved }) => {
      setFailed(null);
      const done = await run(() => writeFollowUp(id, form), {
        onRefused: (refused: ApiError) => {
          notSaved();
          if (refused.field === 'ownFigures') setUnknown(refused.message);
          else setFailed(refused.message);
        },
      });
      if (!done) return;
      toast({ title: needsApproval ? words.waits : words.sent });
      onDone();
    },
  });
  return (
    <form
      noValidate
      aria-label={purpose === 'update' ? 'Update' : 'Correction'}
      className="mt-3 grid gap-5 border-t border-line pt-4"
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Headline"
        autoComplete="off"
        maxLength={FOLLOW_UP.headlineMax}
        hint={`Appears after “${purpose === 'update' ? 'Update' : 'Correction'}:”.`}
        {...field('headline')}
      />
      <TextArea
        label="Text"
        rows={5}
        maxLength={FOLLOW_UP.textMax}
        hint="The alert’s figures and chart follow below it."
        {...field('text')}
      />
      {unknown === null ? null : (
        <div>
          <p role="alert" className="mb-3 text-sm text-fault wrap-anywhere">
            {unknown}
          </p>
          <Checkbox label="I vouch for this under my name" {...field('ownFigures')} />
        </div>
      )}
      {failed === null ? null : (
        <p role="alert" className="text-sm text-fault">
          {failed}
        </p>
      )}
      <p className="text-sm text-ink-2">
        {purpose === 'correction'
          ? 'Replaces the message where the channel can edit; elsewhere it’s sent as a new one.'
          : 'Sent in the same thread where the channel has threads; elsewhere as a new message.'}{' '}
        {needsApproval
          ? 'An owner, an admin or an approver has to approve it first.'
          : 'This can’t be undone.'}
      </p>
      <p className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Sending...' : needsApproval ? 'Submit for approval' : words.send}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onDone}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
