// The linter of the pages: mistakes that neither the formatter nor the type check sees.

import js from "@eslint/js";
import lit from "eslint-plugin-lit";
import globals from "globals";

export default [
  { ignores: ["**/vendor/", "**/node_modules/", "**/.venv/", "**/build/"] },
  js.configs.recommended,
  lit.configs["flat/recommended"],
  {
    files: ["api/web/**/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "func-style": ["error", "declaration", { allowArrowFunctions: true }],
      "lit/attribute-names": "error",
      "lit/no-legacy-imports": "error",
      "lit/no-legacy-template-syntax": "error",
      "lit/no-template-arrow": "off",
      "lit/no-useless-template-literals": "error",
      "max-len": ["error", { code: 120, ignoreStrings: false }],
      "no-restricted-properties": ["error", { property: "innerHTML", message: "Pages are drawn by templates." }],
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
