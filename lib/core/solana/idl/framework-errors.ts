import { message } from "@/lib/core/words/words";

/** The errors of the Anchor framework that this program's instructions can meet, in words for the person using it. */
export const FRAMEWORK_ERRORS = [
  {
    code: 100,
    name: "InstructionMissing",
    message: message("The instruction carries no data. Build the transaction again."),
  },
  {
    code: 101,
    name: "InstructionFallbackNotFound",
    message: message("The program has no such instruction. Check the program id in the settings."),
  },
  {
    code: 102,
    name: "InstructionDidNotDeserialize",
    message: message("The program could not read the arguments. Build the transaction again."),
  },
  {
    code: 103,
    name: "InstructionDidNotSerialize",
    message: message("The program could not write its answer. Report this with the transaction."),
  },
  {
    code: 2000,
    name: "ConstraintMut",
    message: message("An account must be writable. Build the transaction again."),
  },
  {
    code: 2001,
    name: "ConstraintHasOne",
    message: message("An account does not belong to the campaign. Use the accounts derived from its tree."),
  },
  {
    code: 2002,
    name: "ConstraintSigner",
    message: message("A required signature is missing. Sign with every wallet that the transaction names."),
  },
  {
    code: 2003,
    name: "ConstraintRaw",
    message: message(
      "An account breaks a rule of the program. Check that all accounts are of this campaign.",
    ),
  },
  {
    code: 2004,
    name: "ConstraintOwner",
    message: message("An account is owned by another program. Check that all accounts are of this campaign."),
  },
  {
    code: 2005,
    name: "ConstraintRentExempt",
    message: message("An account holds too little SOL for its rent. Fund it first."),
  },
  {
    code: 2006,
    name: "ConstraintSeeds",
    message: message(
      "An account is not at its derived address. Check the creator, mint, campaign id and program id.",
    ),
  },
  {
    code: 2009,
    name: "ConstraintAssociated",
    message: message("A token account is not the associated one. Use the wallet's associated token account."),
  },
  {
    code: 2012,
    name: "ConstraintAddress",
    message: message(
      "An account has another address than the program requires. Build the transaction again.",
    ),
  },
  {
    code: 2014,
    name: "ConstraintTokenMint",
    message: message("A token account is of another mint. Use an account of the campaign's mint."),
  },
  {
    code: 2015,
    name: "ConstraintTokenOwner",
    message: message("A token account belongs to someone else. Use an account of the wallet that is paid."),
  },
  {
    code: 2019,
    name: "ConstraintSpace",
    message: message(
      "An account has another size than the program gives it. Check that all accounts are of this campaign.",
    ),
  },
  {
    code: 2020,
    name: "ConstraintAccountIsNone",
    message: message(
      "An account that a campaign of tokens needs is left out. Name all of the instruction's accounts.",
    ),
  },
  {
    code: 2040,
    name: "ConstraintDuplicateMutableAccount",
    message: message("Two of the accounts are the same one. Name a different account for each."),
  },
  {
    code: 3001,
    name: "AccountDiscriminatorNotFound",
    message: message("An account holds no data of the program. Check the campaign's address."),
  },
  {
    code: 3002,
    name: "AccountDiscriminatorMismatch",
    message: message("An account is of another kind. Check the campaign's address."),
  },
  {
    code: 3003,
    name: "AccountDidNotDeserialize",
    message: message("The program could not read an account. It may be of an older version of the program."),
  },
  {
    code: 3004,
    name: "AccountDidNotSerialize",
    message: message(
      "An account is too small for what the program writes into it. It may be of an older campaign.",
    ),
  },
  {
    code: 3005,
    name: "AccountNotEnoughKeys",
    message: message("The instruction names too few accounts. Build the transaction again."),
  },
  {
    code: 3006,
    name: "AccountNotMutable",
    message: message("An account must be writable. Build the transaction again."),
  },
  {
    code: 3007,
    name: "AccountOwnedByWrongProgram",
    message: message(
      "An account belongs to another program. Check the addresses and the mint's token program.",
    ),
  },
  {
    code: 3008,
    name: "InvalidProgramId",
    message: message("A program account has another id than required. Build the transaction again."),
  },
  {
    code: 3010,
    name: "AccountNotSigner",
    message: message("A required signature is missing. Sign with every wallet that the transaction names."),
  },
  {
    code: 3011,
    name: "AccountNotSystemOwned",
    message: message("A wallet is needed where another account was given. Use an ordinary wallet address."),
  },
  {
    code: 3012,
    name: "AccountNotInitialized",
    message: message(
      "An account does not exist yet. Create it first, for a token account with the associated token program.",
    ),
  },
  {
    code: 3014,
    name: "AccountNotAssociatedTokenAccount",
    message: message("A token account is not the associated one. Use the wallet's associated token account."),
  },
  {
    code: 3015,
    name: "AccountSysvarMismatch",
    message: message("A sysvar account has another address than required. Build the transaction again."),
  },
  {
    code: 4100,
    name: "DeclaredProgramIdMismatch",
    message: message(
      "The program runs under another id than it declares. Check the program id in the settings.",
    ),
  },
];
