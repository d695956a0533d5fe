import { siteConfig } from '#src/shared/site-config.ts';

/** The words of /about; the figures in the story are counted from the record while the page is built. */
export const about = {
  title: 'About',
  description: `Why ${siteConfig.name} exists, what it is meant to become, and the five rules it keeps when it sends something in your name.`,
  headline: 'Markets move without asking who is at the desk.',
  story: [
    'The days on which clients want to hear from you are few, and no one knows them in advance. A person who watches for them mostly watches nothing happen; and when it does happen, that person is on the phone.',
    `So the note goes out late, or it goes out with a figure typed in a hurry. ${siteConfig.name} takes over the part of that work a machine does better: it watches every bar, notices the event, fills in the figures and has the alert ready, in your brand, while the move is still news. What the alert should say, whom it should reach and whether it goes out at all remain your decisions.`,
  ],
  vision: [
    'We would like a brokerage of six people to inform its clients as quickly and as exactly as a bank with a newsroom.',
    'That asks for more than speed. An alert that cannot be explained is noise with a logo on it. The alert we have in mind carries its own proof: which bars, which rule, which threshold. Anyone who doubts it, a client or a compliance officer or you a year later, can do the sum again.',
  ],
} as const;

/** What can be held against us. */
export const commitments = [
  {
    promise: 'No figure without evidence.',
    kept: 'The words of an alert come first. Every figure is then filled in from the prices stored with the event, and a text that holds any other number is refused.',
  },
  {
    promise: 'Nothing is sent twice.',
    kept: 'Each delivery is entered in a ledger before it leaves. If we’re interrupted before the answer comes, the delivery is marked unknown and isn’t sent again automatically.',
  },
  {
    promise: 'Failures are shown.',
    kept: 'An alert that did not arrive says Failed, with the reason the receiving side gave. We do not count it as sent.',
  },
  {
    promise: 'Information, not advice.',
    kept: 'Alerts say what happened. They do not say buy or sell, and each one carries the sentence that says so.',
  },
  {
    promise: 'You can leave, with your data.',
    kept: 'What we keep about your account can be downloaded as one file, and you can delete the account, both under Settings.',
  },
] as const;
