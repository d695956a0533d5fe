import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { BRANDED_EMAILS, LEAD_PLATFORMS, MESSAGE_VOLUMES } from '#src/shared/leads.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Choices } from './choices.tsx';
import type { IntakeValues } from './values.ts';

const VOLUMES = [{ value: '', label: 'Select a volume' }, ...MESSAGE_VOLUMES];

export type IntakeFieldsProps = {
  register: UseFormRegister<IntakeValues>;
  errors: FieldErrors<IntakeValues>;
};

/** The six questions. Each wrapper is named after its field, for the server that fills in this form without script. */
export function IntakeFields({ register, errors }: IntakeFieldsProps) {
  return (
    <>
      <div className="isolate" data-field="companyName">
        <TextField
          label="Company name"
          autoComplete="organization"
          error={errors.companyName?.message}
          {...register('companyName')}
        />
      </div>
      <div className="isolate" data-field="messageVolume">
        <Select
          label="Message volume"
          options={VOLUMES}
          error={errors.messageVolume?.message}
          {...register('messageVolume')}
        />
      </div>
      <div className="isolate" data-field="platforms">
        <Choices
          legend="Platforms"
          hint="Choose all that you use or want to use."
          type="checkbox"
          options={LEAD_PLATFORMS}
          error={errors.platforms?.message}
          {...register('platforms')}
        />
      </div>
      <div className="isolate" data-field="brandedEmails">
        <Choices
          legend="Branded emails"
          hint="Mails that carry your name, logo and colours."
          type="radio"
          options={BRANDED_EMAILS}
          taken="Not sure"
          error={errors.brandedEmails?.message}
          {...register('brandedEmails')}
        />
      </div>
      <div className="isolate" data-field="contactEmail">
        <TextField
          label="Contact email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.contactEmail?.message}
          {...register('contactEmail')}
        />
      </div>
      <div className="isolate" data-field="consentMarketing">
        <Checkbox
          error={errors.consentMarketing?.message}
          label={
            <>
              I consent to receive marketing communications from {siteConfig.name}. See the{' '}
              <a className="link" href="/privacy">
                privacy policy
              </a>
              .
            </>
          }
          {...register('consentMarketing')}
        />
      </div>
    </>
  );
}
