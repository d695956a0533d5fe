import { BRANDED_EMAILS, LEAD_PLATFORMS, MESSAGE_VOLUMES } from '#src/shared/leads.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Choices } from './choices.tsx';

const VOLUMES = [{ value: '', label: 'Select a volume' }, ...MESSAGE_VOLUMES];

/** The six questions. Each wrapper is named after its field, so that script and server can put a message beside it. */
export function IntakeFields() {
  return (
    <>
      <div className="isolate" data-field="companyName">
        <TextField label="Company name" autoComplete="organization" name="companyName" />
      </div>
      <div className="isolate" data-field="messageVolume">
        <Select label="Message volume" options={VOLUMES} name="messageVolume" />
      </div>
      <div className="isolate" data-field="platforms">
        <Choices
          legend="Platforms"
          hint="Choose all that you use or want to use."
          type="checkbox"
          options={LEAD_PLATFORMS}
          name="platforms"
        />
      </div>
      <div className="isolate" data-field="brandedEmails">
        <Choices
          legend="Branded emails"
          hint="Emails with your name, logo and colors."
          type="radio"
          options={BRANDED_EMAILS}
          taken="Not sure"
          name="brandedEmails"
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
          name="contactEmail"
        />
      </div>
      <div className="isolate" data-field="consentMarketing">
        <Checkbox
          label={
            <>
              I consent to receive marketing communications from {siteConfig.name}. See the{' '}
              <a className="link" href="/privacy">
                privacy policy
              </a>
              .
            </>
          }
          name="consentMarketing"
        />
      </div>
    </>
  );
}
