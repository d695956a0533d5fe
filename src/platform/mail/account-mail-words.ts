/** The words of each account mail. Fixed text: nothing that a stranger typed ever stands in one. */
export type AccountMailWords = {
  subject: string;
  preheader: string;
  lead: string;
  /** Absent where nothing is to be done. */
  button?: string;
  /** Shown before a code that may be typed. */
  code?: string;
  /** Shown before a number that the mail tells. */
  left?: string;
  after: string;
  /** Absent where it can only have been the reader, or the payment provider. */
  notYou?: string;
  /** Anyone can have this email sent, by entering an address; the others go to the account's owner. */
  entered?: true;
  /** Goes to an address that no account has any more. */
  was?: true;
};

const PRESS =
  'The link opens a page with a button. Nothing changes until you click it. It works once, within one day.';
const IGNORE = "If this wasn't you, ignore this email.";
const SECURE =
  "If this wasn't you, someone else can sign in to your account. Set a new password with “Forgot password?” on the sign-in page, then write to us.";
const NOTHING_TO_DO = "If this was you, there's nothing to do.";
const STAYS = 'Nothing you made is deleted. You can still read and export it.';
/** In a mail that opens an account whose address was never confirmed. */
export const STARTS_OVER =
  'This address was never confirmed, so someone else may have created the account. Using this email removes everything made in it so far: rules, alerts, webhooks, API keys, news and calendar sources, lists and files. A paid plan stays. If you created the account, sign in with your password or use the link in our first email instead: that removes nothing.';
const OR_CODE = 'Or enter this code when asked for one:';

export const ACCOUNT_MAIL_WORDS = {
  confirm: {
    subject: 'Confirm your email address',
    preheader: 'One more step before alerts can reach you.',
    lead: 'This address was used to create an account. Confirm that it’s yours. Until then, we won’t send alerts to it.',
    button: 'Confirm this address',
    code: OR_CODE,
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  recover: {
    subject: 'Set a new password',
    preheader: 'A link to choose a new password.',
    lead: 'Someone asked to reset the password of the account with this address. If it was you, choose a new password.',
    button: 'Choose a new password',
    after: PRESS,
    notYou: "If this wasn't you, ignore this email. Your password doesn't change.",
    entered: true,
  },
  magic_link: {
    subject: 'Your sign-in link',
    preheader: 'Sign in without a password.',
    lead: 'Someone asked for a sign-in link for this address. If it was you, use it to sign in.',
    button: 'Sign in',
    code: OR_CODE,
    after: PRESS,
    notYou: "If this wasn't you, ignore this email. Never share the link or the code.",
    entered: true,
  },
  email_change_current: {
    subject: 'Confirm the change of your email address',
    preheader: 'Someone asked to change the address of your account.',
    lead: 'Someone asked to change the email address of your account. It changes once the emails to both addresses are confirmed.',
    button: 'Allow the change',
    after: PRESS,
    notYou:
      "If this wasn't you, don't confirm it, so that nothing changes. Then sign in and choose a new password.",
  },
  email_change_new: {
    subject: 'Confirm your new email address',
    preheader: 'One more step before your account uses this address.',
    lead: 'This address was entered as the new address of an account. Confirm that it’s yours.',
    button: 'Confirm this address',
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  reauthenticate: {
    subject: 'Your confirmation code',
    preheader: 'A code to change your password.',
    lead: 'You’re about to change your password. Enter this code to confirm that it’s you.',
    code: 'The code:',
    after: 'It works once, within one day.',
    notYou: "If this wasn't you, someone else is signed in to your account. Choose a new password.",
  },
  invite: {
    subject: 'You are invited',
    preheader: 'Your account is ready.',
    lead: 'An account was created for this address. Accept the invitation to use it.',
    button: 'Accept the invitation',
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  password_changed: {
    subject: 'Your password was changed',
    preheader: 'All other devices were signed out.',
    lead: 'The password of your account was changed just now. All other devices were signed out.',
    after: NOTHING_TO_DO,
    notYou:
      "If this wasn't you, set a new password with “Forgot password?” on the sign-in page, then write to us.",
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    preheader: 'Someone signed in without your authenticator app.',
    lead: 'A recovery code was used instead of your authenticator app to sign in to your account. That code no longer works.',
    left: 'Codes left:',
    after:
      "If this was you, there's nothing to do. You can create new codes and add an authenticator app in Settings.",
    notYou:
      "If this wasn't you, someone has your password and your codes. Choose a new password, create new codes, and write to us.",
  },
  started_over: {
    subject: 'Your account starts empty',
    preheader: 'We removed everything created before you confirmed your address.',
    lead: 'You confirmed the address of an account that someone may have created without you. We removed everything created in it before: rules, alerts waiting to be sent, webhooks, API keys, news and calendar sources, lists and files. The old password, authenticator apps and sessions no longer work.',
    after: 'None of the waiting alerts were sent. A paid plan stays with the account.',
    notYou: "If this wasn't you, reset your password and write to us.",
  },
  trial_ending: {
    subject: 'Your trial ends in three days',
    preheader: 'Choose a plan to keep your alerts running.',
    lead: 'Your free trial ends in about three days. Choose a plan, and everything continues as it is. The trial never turns into a paid plan automatically.',
    button: 'See the plans',
    after: 'Without a plan, your alerts continue for seven more days. Then the workspace becomes read-only.',
    notYou: STAYS,
  },
  trial_ended: {
    subject: 'Your trial has ended',
    preheader: 'Your alerts continue for seven more days.',
    lead: 'Your free trial has ended, and nothing was charged. Your alerts continue for seven more days, so you have time to choose a plan.',
    button: 'See the plans',
    after: 'After that, the workspace becomes read-only: no alerts are sent, and nothing can be changed.',
    notYou: STAYS,
  },
  workspace_read_only: {
    subject: 'Your workspace is read-only',
    preheader: 'Choose a plan to continue.',
    lead: 'Your trial and the seven days after it have ended. Your workspace sends no alerts, and nothing can be changed until you choose a plan.',
    button: 'See the plans',
    after: 'You can also export your data or delete your account in Settings.',
    notYou: STAYS,
  },
  two_factor_on: {
    subject: 'Two-factor authentication is on',
    preheader: 'Signing in now takes a code from your authenticator app.',
    lead: 'Two-factor authentication was turned on for your account. Signing in now takes your password and a code from your authenticator app.',
    after: 'Keep your recovery codes somewhere safe. You need one if you lose the device.',
    notYou: SECURE,
  },
  two_factor_off: {
    subject: 'Two-factor authentication is off',
    preheader: 'Your password alone is now enough to sign in.',
    lead: 'Two-factor authentication was turned off for your account. Your password alone is now enough to sign in, and your recovery codes no longer work.',
    after: NOTHING_TO_DO,
    notYou: SECURE,
  },
  factor_added: {
    subject: 'An authenticator app was added',
    preheader: 'Another app can now confirm your sign-in.',
    lead: 'Another authenticator app was added to your account. Its codes work in addition to those of the apps you already had.',
    after: NOTHING_TO_DO,
    notYou: SECURE,
  },
  factor_removed: {
    subject: 'An authenticator app was removed',
    preheader: 'Two-factor authentication stays on.',
    lead: 'An authenticator app was removed from your account. Two-factor authentication stays on with the apps that are left.',
    after: NOTHING_TO_DO,
    notYou: SECURE,
  },
  recovery_codes_replaced: {
    subject: 'Your recovery codes were replaced',
    preheader: 'Your earlier recovery codes no longer work.',
    lead: 'New recovery codes were created for your account. Your earlier codes no longer work.',
    after: NOTHING_TO_DO,
    notYou: SECURE,
  },
  data_exported: {
    subject: 'Your account data was downloaded',
    preheader: 'Someone signed in to your account downloaded it.',
    lead: 'The data of your account was downloaded in Settings.',
    after: NOTHING_TO_DO,
    notYou: SECURE,
  },
  email_changed: {
    subject: 'Your email address was changed',
    preheader: 'Your account no longer uses this address.',
    lead: 'Your account now uses a different email address. This is the last email to this one.',
    after: NOTHING_TO_DO,
    notYou: "If this wasn't you, write to us right away.",
    was: true,
  },
  account_deleted: {
    subject: 'Your account was deleted',
    preheader: 'Your account and its data are gone.',
    lead: 'Your account was deleted, along with every workspace that only you belonged to. Workspaces that you shared stay with their other members.',
    after: "This can't be undone. This is the last email to this address.",
    notYou: "If this wasn't you, write to us right away.",
    was: true,
  },
  api_key_made: {
    subject: 'A new API key was created',
    preheader: 'It can use the API of your workspace.',
    lead: 'A new API key was created. Any program that has it can use your workspace within the scopes below.',
    button: 'Go to Settings',
    after: "If you expected this key, there's nothing to do.",
    notYou:
      "If you didn't, revoke the key under API keys in Settings. If it was created in your name, change your password too.",
  },
  plan_started: {
    subject: 'We received your payment',
    preheader: 'Your plan is active.',
    lead: 'We received your payment, and your plan is active.',
    button: 'See your invoice',
    after: 'Your plan renews every month until you cancel it under Billing.',
  },
  plan_renewed: {
    subject: 'Your plan was renewed',
    preheader: 'We received your payment for the next month.',
    lead: 'We received your payment, and your plan was renewed for another month.',
    button: 'See your invoice',
    after: 'Your plan renews every month until you cancel it under Billing.',
  },
  plan_changed: {
    subject: 'Your plan was changed',
    preheader: 'Your workspace has a different plan.',
    lead: 'Your plan was changed. What it includes applies from now on.',
    button: 'Go to Billing',
    after: STAYS,
  },
  plan_change_set: {
    subject: 'Your plan is set to change',
    preheader: 'Until then, nothing changes.',
    lead: 'Your plan changes at the end of the period you paid for. Until then, nothing changes.',
    button: 'Go to Billing',
    after: 'To keep the plan you have, undo the change under Billing before that day.',
  },
  plan_cancel_set: {
    subject: 'Your plan is canceled',
    preheader: "It runs until the end of the period you paid for. You won't be charged again.",
    lead: "Your plan is canceled. It runs until the end of the period you paid for, and you won't be charged again.",
    button: 'Go to Billing',
    after:
      'When it ends, the workspace becomes read-only: no alerts are sent, and nothing can be changed. Changed your mind? You can keep your plan under Billing until that day.',
    notYou: STAYS,
  },
  plan_resumed: {
    subject: 'Your plan continues',
    preheader: 'It renews at the end of the period you paid for.',
    lead: 'Your plan continues as it is. It renews at the end of the period you paid for.',
    button: 'Go to Billing',
    after: 'You can cancel it under Billing at any time.',
  },
  plan_ended: {
    subject: 'Your plan has ended',
    preheader: 'Your workspace is read-only now.',
    lead: 'Your plan has ended, and your workspace is read-only: no alerts are sent, and nothing can be changed.',
    button: 'See the plans',
    after: 'Choose a plan to continue where you left off.',
    notYou: STAYS,
  },
  payment_failed: {
    subject: 'A payment failed',
    preheader: 'Your alerts continue for seven days.',
    lead: 'The payment for the next month of your plan was declined. Your alerts continue for seven days.',
    button: 'Go to Billing',
    after:
      'If the payment isn’t made by then, the workspace becomes read-only: no alerts are sent, and nothing can be changed.',
    notYou: STAYS,
  },
} as const satisfies Record<string, AccountMailWords>;
