import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { LeadForm } from '#src/shared/leads.ts';
import { rememberLead } from '#src/web/auth/lead.ts';
import { Button } from '#src/web/ui/button.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { useHandedOver } from '../../forms/use-handed-over.ts';
import { mountToaster } from '../../mount-toaster.tsx';
import { IntakeFields } from './fields.tsx';
import { sendLead, type Outcome } from './send.ts';
import { Thanks } from './thanks.tsx';
import { EMPTY, intakeResolver, type IntakeValues } from './values.ts';

const TOASTS = {
  notified: {
    title: 'Form submitted successfully!',
    description: "We'll be in touch shortly with your personalized plan.",
  },
  saved: {
    title: 'Form submitted!',
    description: 'Your information was saved. Our team will contact you soon.',
  },
  failed: { title: 'Something went wrong!', description: 'Please try again later.', variant: 'destructive' },
} as const satisfies Record<Outcome | 'failed', object>;

/** The island of the intake form: prerendered, so that it also works by a plain POST. */
export function IntakeForm() {
  const [step, setStep] = useState<'first' | 'sent' | 'again'>('first');
  useEffect(mountToaster, []);
  if (step === 'sent') return <Thanks onAgain={() => setStep('again')} />;
  return <Form again={step === 'again'} onSent={() => setStep('sent')} />;
}

function Form({ again, onSent }: { again: boolean; onSent: () => void }) {
  const form = useForm<IntakeValues, unknown, LeadForm>({ defaultValues: EMPTY, resolver: intakeResolver });
  useHandedOver('intake', form);
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const sending = useRef(false);
  useEffect(() => {
    if (again) setFocus('companyName');
  }, [again, setFocus]);

  async function send(lead: LeadForm): Promise<void> {
    try {
      const outcome = await sendLead(lead);
      rememberLead({ email: lead.contactEmail, company: lead.companyName });
      toast(TOASTS[outcome]);
      onSent();
    } catch (error) {
      logWarning(String(error));
      toast(TOASTS.failed);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    sending.current = true;
    await handleSubmit(send)();
    sending.current = false;
  }

  return (
    <form
      data-form="intake"
      method="post"
      action="/forms/intake"
      noValidate
      onSubmit={submit}
      className="grid gap-7"
    >
      <IntakeFields register={register} errors={errors} />
      <Button
        type="submit"
        variant="primary"
        busy={isSubmitting}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {isSubmitting ? 'Submitting...' : 'Request a Plan'}
      </Button>
    </form>
  );
}
