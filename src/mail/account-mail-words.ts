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
  notYou: string;
  /** Anybody can have this mail sent, by entering an address; the others go to whoever has the account. */
  entered?: true;
};

const PRESS =
  'The link opens a page with a button. Nothing changes until you press it. It is good for one day, and once.';
const IGNORE = 'If this was not you, ignore this mail.';
const NOTHING_LOST = 'Nothing that you made is deleted: it can be read and exported at any time.';
const OR_CODE = 'Or enter this code where you are asked for one:';

export const ACCOUNT_MAIL_WORDS = {
  confirm: {
    subject: 'Confirm your email address',
    preheader: 'One step is left before alerts can reach you.',
    lead: 'This address was used to open an account. Confirm that it is yours; until then no alert is sent to it.',
    button: 'Confirm this address',
    code: OR_CODE,
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  recover: {
    subject: 'Set a new password',
    preheader: 'A link to choose a new password.',
    lead: 'Somebody asked for a new password for the account with this address. If it was you, choose one now.',
    button: 'Choose a new password',
    after: PRESS,
    notYou: 'If this was not you, ignore this mail: the password stays as it is.',
    entered: true,
  },
  magic_link: {
    subject: 'Your sign-in link',
    preheader: 'Sign in without a password.',
    lead: 'Somebody asked for a link to sign in with this address. If it was you, use it now.',
    button: 'Sign in',
    code: OR_CODE,
    after: PRESS,
    notYou: 'If this was not you, ignore this mail, and never pass the link or the code on.',
    entered: true,
  },
  email_change_current: {
    subject: 'Confirm the change of your email address',
    preheader: 'Your account is about to get another address.',
    lead: 'Your account is to get another email address. It changes when the mails to both addresses are confirmed.',
    button: 'Allow the change',
    after: PRESS,
    notYou: 'If this was not you, do not confirm: sign in, choose a new password, and nothing changes.',
  },
  email_change_new: {
    subject: 'Confirm your new email address',
    preheader: 'One step is left before this address is used.',
    lead: 'This address was entered as the new one of an account. Confirm that it is yours.',
    button: 'Confirm this address',
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  reauthenticate: {
    subject: 'Your confirmation code',
    preheader: 'A code for a change of your account.',
    lead: 'You are about to change your password. Enter this code to show that it is you.',
    code: 'The code:',
    after: 'It is good for one day, and once.',
    notYou: 'If this was not you, somebody else is signed in to your account: choose a new password.',
  },
  invite: {
    subject: 'You are invited',
    preheader: 'An account waits for you.',
    lead: 'An account has been opened for this address. Accept the invitation to use it.',
    button: 'Accept the invitation',
    after: PRESS,
    notYou: IGNORE,
    entered: true,
  },
  password_changed: {
    subject: 'Your password was changed',
    preheader: 'All other devices were signed out.',
    lead: 'The password of your account was changed just now. All other devices were signed out.',
    after: 'If it was you, there is nothing to do.',
    notYou: 'If this was not you, set a new password at once with "Forgot password?", and write to us.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    preheader: 'Somebody signed in without your authenticator app.',
    lead: 'A recovery code was used in place of your authenticator app to sign in to your account. It is spent.',
    left: 'Codes left:',
    after:
      'If it was you, there is nothing to do. New codes are made in the settings, where a new authenticator app is set up as well.',
    notYou:
      'If this was not you, somebody has your password and your codes: choose a new password at once, make new codes, and write to us.',
  },
  trial_ending: {
    subject: 'Your trial ends in three days',
    preheader: 'Choose a plan and nothing changes.',
    lead: 'The free trial of your workspace ends in about three days. Choose a plan, and everything goes on as it is. It does not turn into a paid plan by itself.',
    button: 'See the plans',
    after: 'Without a plan everything goes on for seven more days; then the workspace becomes read-only.',
    notYou: NOTHING_LOST,
  },
  trial_ended: {
    subject: 'Your trial has ended',
    preheader: 'Your workspace goes on for seven more days.',
    lead: 'The free trial of your workspace has ended. Nothing was charged. For seven days everything goes on as before, so that there is time to choose a plan.',
    button: 'See the plans',
    after: 'After that the workspace becomes read-only: nothing is sent, and nothing can be changed.',
    notYou: NOTHING_LOST,
  },
  workspace_read_only: {
    subject: 'Your workspace is read-only',
    preheader: 'A plan opens it again.',
    lead: 'The trial of your workspace and the seven days after it have passed. It sends nothing any more, and nothing in it can be changed until you choose a plan.',
    button: 'See the plans',
    after: 'You may also export what is yours, or delete the account, in the settings.',
    notYou: NOTHING_LOST,
  },
  payment_failed: {
    subject: 'A payment failed',
    preheader: 'Your workspace goes on for seven days.',
    lead: 'The payment for the next month of your plan was declined. For seven days everything goes on as before.',
    button: 'Go to Billing',
    after:
      'If it is not paid by then, the workspace becomes read-only: nothing is sent, and nothing can be changed.',
    notYou: NOTHING_LOST,
  },
} as const satisfies Record<string, AccountMailWords>;
