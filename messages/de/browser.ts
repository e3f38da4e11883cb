import type { Catalog } from "@/lib/core/i18n/translator";
import actions from "./actions.json";
import address from "./address.json";
import campaign from "./campaign.json";
import campaigns from "./campaigns.json";
import claim from "./claim.json";
import claimEverything from "./claim-everything.json";
import confirmations from "./confirmations.json";
import core from "./core.json";
import create from "./create.json";
import creatorDashboard from "./creator-dashboard.json";
import documents from "./documents.json";
import drafts from "./drafts.json";
import exportFiles from "./export.json";
import labels from "./labels.json";
import landing from "./landing.json";
import leaves from "./leaves.json";
import ledger from "./ledger.json";
import metadata from "./metadata.json";
import offlineSigning from "./offline-signing.json";
import pages from "./pages.json";
import portfolio from "./portfolio.json";
import proof from "./proof.json";
import reminders from "./reminders.json";
import review from "./review.json";
import rotate from "./rotate.json";
import service from "./service.json";
import sheet from "./sheet.json";
import shell from "./shell.json";
import squads from "./squads.json";
import statement from "./statement.json";
import transaction from "./transaction.json";
import ui from "./ui.json";
import wallet from "./wallet.json";
import webhooks from "./webhooks.json";

/** The German texts that scripts of the browser contain, a file for each folder of the source. */
const german: Catalog = {
  ...actions,
  ...address,
  ...campaign,
  ...campaigns,
  ...claim,
  ...claimEverything,
  ...confirmations,
  ...core,
  ...create,
  ...creatorDashboard,
  ...documents,
  ...drafts,
  ...offlineSigning,
  ...labels,
  ...landing,
  ...leaves,
  ...ledger,
  ...metadata,
  ...pages,
  ...portfolio,
  ...proof,
  ...reminders,
  ...review,
  ...rotate,
  ...service,
  ...sheet,
  ...shell,
  ...exportFiles,
  ...squads,
  ...statement,
  ...transaction,
  ...ui,
  ...wallet,
  ...webhooks,
};

export default german;
