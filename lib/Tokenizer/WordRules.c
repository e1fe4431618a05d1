//===- WordRules.c - how models cut texts into words ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts of the models' tokenizer.json files, by the names that llama.cpp gives
// them. Classes of letters are Unicode's, by PCRE2. Blanks are spelled out: its
// own class has U+180E, which is none.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"

#define BLANKS                                                                 \
  "\\t-\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}"       \
  "\\x{202F}\\x{205F}\\x{3000}"
/// Blanks but for the last one before a word; then that one.
#define BLANKS_BEFORE_WORD "[" BLANKS "]+(?![^" BLANKS "])|[" BLANKS "]+"

// Endings as in "don't"; letters, numbers, or anything else, with a blank in
// front.
#define GPT2_WORDS                                                             \
  "'(?:[stmd]|re|ve|ll)| ?\\p{L}+| ?\\p{N}+| ?[^" BLANKS "\\p{L}\\p{N}]+|"     \
  "" BLANKS_BEFORE_WORD

#define ENDINGS "'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])"
#define OTHER_AND_BREAKS " ?[^" BLANKS "\\p{L}\\p{N}]+[\\r\\n]*"
#define BREAKS_AND_BLANKS "[" BLANKS "]*[\\r\\n]+|" BLANKS_BEFORE_WORD

// Any single letter but a break may stand in front of a word, breaks behind
// what is neither; so many digits are a number.
#define LLAMA3_WORDS(DIGITS)                                                   \
  ENDINGS "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|" DIGITS "|" OTHER_AND_BREAKS        \
          "|" BREAKS_AND_BLANKS

// Words begin with a capital or end before the next one.
#define CAPITALS "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]"
#define SMALL "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"
#define CAMEL_WORDS(ENDING, DIGITS)                                            \
  "[^\\r\\n\\p{L}\\p{N}]?" CAPITALS "*" SMALL "+" ENDING                       \
  "|[^\\r\\n\\p{L}\\p{N}]?" CAPITALS "+" SMALL "*" ENDING "|" DIGITS           \
  "| ?[^" BLANKS "\\p{L}\\p{N}]+[\\r\\n/]*|" BREAKS_AND_BLANKS

// Letters of scripts that have capitals, as DeepSeek's files list them.
#define CASED_LETTERS                                                          \
  "A-Za-z\\x{B5}\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{1BA}"                \
  "\\x{1BC}-\\x{1BF}\\x{1C4}-\\x{293}\\x{295}-\\x{2AF}\\x{370}-\\x{373}"       \
  "\\x{376}\\x{377}\\x{37B}-\\x{37D}\\x{37F}\\x{386}\\x{388}-\\x{38A}\\x{38C}" \
  "\\x{38E}-\\x{3A1}\\x{3A3}-\\x{3F5}\\x{3F7}-\\x{481}\\x{48A}-\\x{52F}"       \
  "\\x{531}-\\x{556}\\x{10A0}-\\x{10C5}\\x{13A0}-\\x{13F5}"                    \
  "\\x{13F8}-\\x{13FD}\\x{1C90}-\\x{1CBA}\\x{1CBD}-\\x{1CBF}"                  \
  "\\x{1D00}-\\x{1D2B}\\x{1D6B}-\\x{1D77}\\x{1D79}-\\x{1D9A}"                  \
  "\\x{1E00}-\\x{1F15}\\x{1F18}-\\x{1F1D}\\x{1F20}-\\x{1F45}"                  \
  "\\x{1F48}-\\x{1F4D}\\x{1F50}-\\x{1F57}\\x{1F59}\\x{1F5B}\\x{1F5D}"          \
  "\\x{1F5F}-\\x{1F7D}\\x{1F80}-\\x{1FB4}\\x{1FB6}-\\x{1FBC}\\x{1FBE}"         \
  "\\x{1FC2}-\\x{1FC4}\\x{1FC6}-\\x{1FCC}\\x{1FD0}-\\x{1FD3}"                  \
  "\\x{1FD6}-\\x{1FDB}\\x{1FE0}-\\x{1FEC}\\x{1FF2}-\\x{1FF4}"                  \
  "\\x{1FF6}-\\x{1FFC}\\x{2102}\\x{2107}\\x{210A}-\\x{2113}\\x{2115}"          \
  "\\x{2119}-\\x{211D}\\x{2124}\\x{2126}\\x{2128}\\x{212A}-\\x{212D}"          \
  "\\x{212F}-\\x{2134}\\x{2139}\\x{213C}-\\x{213F}\\x{2145}-\\x{2149}"         \
  "\\x{214E}\\x{2183}\\x{2184}\\x{2C00}-\\x{2C7B}\\x{2C7E}-\\x{2CE4}"          \
  "\\x{2CEB}-\\x{2CEE}\\x{2CF2}\\x{2CF3}\\x{A640}-\\x{A66D}"                   \
  "\\x{A680}-\\x{A69B}\\x{A722}-\\x{A76F}\\x{A771}-\\x{A787}"                  \
  "\\x{A78B}-\\x{A78E}\\x{AB70}-\\x{ABBF}\\x{FB00}-\\x{FB06}"                  \
  "\\x{FB13}-\\x{FB17}\\x{FF21}-\\x{FF3A}\\x{FF41}-\\x{FF5A}"                  \
  "\\x{10400}-\\x{1044F}\\x{104B0}-\\x{104D3}\\x{104D8}-\\x{104FB}"            \
  "\\x{10C80}-\\x{10CB2}\\x{10CC0}-\\x{10CF2}\\x{118A0}-\\x{118DF}"            \
  "\\x{1E900}-\\x{1E943}"
#define CHINESE_AND_OTHERS                                                     \
  "[\\x{4E00}-\\x{9FA5}\\x{800}-\\x{4E00}\\x{AC00}-\\x{D7FF}]+"
#define CHINESE_AND_KANA                                                       \
  "[\\x{4E00}-\\x{9FA5}\\x{3040}-\\x{309F}\\x{30A0}-\\x{30FF}]+"
#define PUNCTUATION "\\p{P}$+<=>\\^~|"
#define BLOOM_WORDS                                                            \
  " ?[^(" BLANKS "|.,!?\\x{2026}\\x{3002}\\x{FF0C}\\x{3001}\\x{964}\\x{6D4}"   \
  "\\x{60C})]+"

typedef struct Expressions {
  const char *stages[WORD_MAX_STAGES];
} Expressions;

static const Expressions gpt2 = {{GPT2_WORDS}};
static const Expressions starcoder = {{"\\p{N}", GPT2_WORDS}};
static const Expressions falcon = {
    {"[" PUNCTUATION "`]+", GPT2_WORDS, "[0-9]{3}"}};
static const Expressions unnamed = {
    {"[" PUNCTUATION "]+", GPT2_WORDS, "\\p{N}+", "[0-9]{3}"}};
static const Expressions llama3 = {{LLAMA3_WORDS("\\p{N}{1,3}")}};
static const Expressions qwen2 = {{LLAMA3_WORDS("\\p{N}")}};
static const Expressions qwen35 = {
    {ENDINGS "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^" BLANKS
             "\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|" BREAKS_AND_BLANKS}};
static const Expressions seedCoder = {
    {ENDINGS "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^" BLANKS
             "\\p{L}\\p{N}\\r\\n]+|" BREAKS_AND_BLANKS}};
static const Expressions tekken = {{CAMEL_WORDS("", "\\p{N}")}};
static const Expressions gpt4o = {
    {CAMEL_WORDS("(?:" ENDINGS ")?", "\\p{N}{1,3}")}};
static const Expressions bloom = {{BLOOM_WORDS}};
static const Expressions viking = {{BLOOM_WORDS, "\\p{N}"}};
static const Expressions deepseekCoder = {{"[\\r\\n]", "[" BLANKS "]?\\p{L}+",
                                           "[" BLANKS "]?\\p{P}+",
                                           CHINESE_AND_OTHERS, "\\p{N}"}};
// Blanks at the end: from the first one on, which keeps the time linear.
static const Expressions deepseekLlm = {
    {"[\\r\\n]", "[" BLANKS "]?[" CASED_LETTERS "]+",
     "[" BLANKS "]?[!-/:-~\\x{FF01}-\\x{FF0F}\\x{FF1A}-\\x{FF5E}"
     "\\x{2018}-\\x{201F}\\x{3000}-\\x{3002}]+",
     "(?<![" BLANKS "])[" BLANKS "]+$", CHINESE_AND_OTHERS, "\\p{N}+"}};
static const Expressions deepseek3 = {
    {"\\p{N}{1,3}", CHINESE_AND_KANA,
     "[!-/:-@\\[-`{-~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|"
     " ?[\\p{P}\\p{S}]+[\\r\\n]*|" BREAKS_AND_BLANKS}};

enum { BEGINS = 1, WHOLE = 2 }; // addBegin, wholeWords

static const struct {
  const char *name;
  const Expressions *expressions;
  unsigned flags;
} rules[] = {
    {"default", &unnamed, 0},
    {"gpt-2", &gpt2, 0},
    {"phi-2", &gpt2, 0},
    {"mpt", &gpt2, 0},
    {"olmo", &gpt2, 0},
    {"jais", &gpt2, 0},
    {"exaone4", &gpt2, 0},
    {"gigachat", &gpt2, 0},
    {"mellum", &gpt2, 0},
    {"modern-bert", &gpt2, 0},
    {"trillion", &gpt2, 0},
    {"granite-docling", &gpt2, 0},
    {"starcoder", &starcoder, 0},
    {"refact", &starcoder, 0},
    {"command-r", &starcoder, 0},
    {"smollm", &starcoder, 0},
    {"codeshell", &starcoder, 0},
    {"exaone", &starcoder, 0},
    {"minerva-7b", &starcoder, 0},
    {"falcon", &falcon, 0},
    {"llama3", &llama3, BEGINS | WHOLE},
    {"llama-v3", &llama3, BEGINS | WHOLE},
    {"llama-bpe", &llama3, BEGINS | WHOLE},
    {"falcon3", &llama3, BEGINS | WHOLE},
    {"falcon-h1", &llama3, BEGINS | WHOLE},
    {"pixtral", &llama3, BEGINS | WHOLE},
    {"lfm2", &llama3, BEGINS | WHOLE},
    {"glm4", &llama3, WHOLE},
    {"chatglm-bpe", &llama3, 0},
    {"dbrx", &llama3, 0},
    {"smaug-bpe", &llama3, 0},
    {"qwen2", &qwen2, 0},
    {"deepseek-r1-qwen", &qwen2, 0},
    {"megrez", &qwen2, 0},
    {"stablelm2", &qwen2, 0},
    {"hunyuan", &qwen2, 0},
    {"grok-2", &qwen2, 0},
    {"qwen35", &qwen35, 0},
    {"bailingmoe", &qwen2, 0},
    {"seed-coder", &seedCoder, 0},
    {"tekken", &tekken, BEGINS | WHOLE},
    {"gpt-4o", &gpt4o, 0},
    {"llama4", &gpt4o, 0},
    {"bloom", &bloom, 0},
    {"gpt3-finnish", &bloom, 0},
    {"poro-chat", &bloom, 0},
    {"viking", &viking, 0},
    {"deepseek-coder", &deepseekCoder, 0},
    {"deepseek-llm", &deepseekLlm, 0},
    {"deepseek-v3", &deepseek3, 0},
    {"hunyuan-dense", &deepseek3, 0},
};
enum { NUM_RULES = sizeof rules / sizeof *rules };

bool tokenizerWordRule(StrRef name, TokenizerWords *out) {
  for (int i = 0; i < NUM_RULES; ++i)
    if (strRefEqual(name, strRefFromC(rules[i].name))) {
      *out = (TokenizerWords){.expressions = rules[i].expressions->stages,
                              .wholeWords = rules[i].flags & WHOLE,
                              .addBegin = rules[i].flags & BEGINS};
      return true;
    }
  return false;
}

void tokenizerWordRuleNames(StrBuf *out) {
  for (int i = 0; i < NUM_RULES; ++i)
    strBufAppendFormat(out, "%s%s", i ? ", " : "", rules[i].name);
}
